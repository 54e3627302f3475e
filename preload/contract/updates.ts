/** Updates of Easel: what its releases say, and the file of one, verified, to be installed when a person says so. */
import * as v from 'valibot';
import * as c from './call.ts';
import { failureSchema } from './failure.ts';

/** A release that is newer than this Easel, verified against the key of this build. */
const offer = c.object({
  version: c.text,
  /** What is new, as plain text. */
  notes: c.text,
  /** Bytes of its file for this computer, and how many of them are here. */
  size: c.count,
  received: c.count,
  /** The whole file is here and verified. */
  ready: v.boolean(),
});
export interface UpdateOffer extends v.InferOutput<typeof offer> {}

export const updateState = c.object({
  installed: c.text,
  /** How it stands, in one sentence or two. */
  status: c.text,
  /** False where Easel does not look for updates itself; `status` says why. */
  checks: v.boolean(),
  /** Whether Easel can have the file installed; else a person opens it. */
  installs: v.boolean(),
  phase: v.picklist(['rest', 'checking', 'downloading', 'installing']),
  /** When the release server was asked last in this run, epoch ms; null for never. */
  checkedAt: c.maybeNumber,
  offer: v.nullable(offer),
  /** What went wrong last; null where nothing did. */
  failure: v.nullable(failureSchema),
});
export interface UpdateState extends v.InferOutput<typeof updateState> {}

const act = { reply: updateState, consent: 'press' } as const;

export const updates = {
  state: c.reads({ reply: updateState }),
  /** Asks the organisation's release server. What goes wrong is in the state, as with the two below. */
  check: c.changesComputer(act),
  /** Begins to download the offer's file; the event tells how far it has come. Nothing is installed. */
  download: c.changesComputer(act),
  cancel: c.holdsBack({ reply: updateState }),
  /** Verifies the file once more and shows it in its folder, for the person to open. */
  show: c.changesComputer(act),
  /** Verifies it once more, asks where jobs run or are held, closes Easel and has it installed. */
  install: c.changesComputer({ ...act, waitsForPerson: true }),
  /** Opens the address that updates come from in the browser; only main knows it. */
  openPage: c.changesComputer({ consent: 'press' }),
};
