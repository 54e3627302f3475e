import * as v from 'valibot';
import * as c from './call.ts';
import { failureSchema } from './failure.ts';

export const updateState = c.object({
  status: c.text,
  checks: v.boolean(),
  phase: v.picklist(['idle', 'checking', 'downloading', 'installing']),
  checkedAt: c.maybeTime,
  available: v.nullable(c.text),
  installs: v.boolean(),
  downloaded: v.boolean(),
  failure: v.nullable(failureSchema),
});
export interface UpdateState extends v.InferOutput<typeof updateState> {}

const change = { reply: updateState, consent: 'press' } as const;

export const updates = {
  state: c.reads({ reply: updateState }),
  check: c.changesComputer(change),
  proceed: c.changesComputer({ ...change, waitsForPerson: true }),
};
