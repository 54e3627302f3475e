/** Updates of Easel: whether a newer version is available, and on macOS and Windows its download and installation. */
import * as v from 'valibot';
import * as c from './call.ts';
import { failureSchema } from './failure.ts';

export const updateState = c.object({
  /** The installed version and what the last check found, or why Easel does not check. */
  status: c.text,
  checks: v.boolean(),
  phase: v.picklist(['idle', 'checking', 'downloading', 'installing']),
  /** Epoch ms of the last check in this run, or null. */
  checkedAt: c.maybeNumber,
  available: v.nullable(c.text),
  /** False on Linux, where Easel only announces versions. */
  installs: v.boolean(),
  downloaded: v.boolean(),
  /** Of the last task. */
  failure: v.nullable(failureSchema),
});
export interface UpdateState extends v.InferOutput<typeof updateState> {}

const change = { reply: updateState, consent: 'press' } as const;

export const updates = {
  state: c.reads({ reply: updateState }),
  check: c.changesComputer(change),
  /**
   * Starts the download of the available version and returns at once. If it is downloaded: asks if jobs run or are held,
   * closes Easel and installs it.
   */
  proceed: c.changesComputer({ ...change, waitsForPerson: true }),
};
