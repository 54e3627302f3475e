import * as v from 'valibot';
import { boardRow, completeness } from './boards.ts';
import * as c from './call.ts';
import { CHECK_PARTS } from './connections.ts';
import { failureSchema } from './failure.ts';

export const HEALTH_PARTS = ['board-api', 'paper-api', 'app', 'network'] as const;

export type PartName = (typeof HEALTH_PARTS)[number];

/** Last answer of a part that responds. `reachable`: the part answered a check that sent no key. */
export const PART_ANSWERS = [
  'good',
  'slow',
  'busy', // the service limits the request rate
  'reachable',
  'key-refused',
  'billing',
  'not-allowed',
] as const;
export type PartAnswer = (typeof PART_ANSWERS)[number];

/** Health of one part of the service. It derives from normal requests, and from probes during an outage. */
const part = c.object({
  name: v.picklist(HEALTH_PARTS),
  state: v.picklist(['unknown', 'good', 'trouble']),
  lastSuccess: c.maybeTime,
  lastFailure: c.maybeTime,
  since: c.maybeTime,
  failure: v.nullable(failureSchema),
  /** Null during an outage. */
  answer: v.nullable(v.picklist(PART_ANSWERS)),
  tookMs: c.maybeNumber,
  /** Start of a request without an answer after 5 s. Null after the answer. */
  waitingSince: c.maybeTime,
  /** Epoch ms of the next automatic probe, or of the retry of a busy part. */
  nextProbe: c.maybeTime,
});
export interface PartHealth extends v.InferOutput<typeof part> {}

export const healthState = c.object({
  connectionId: c.text,
  parts: c.list(part),
  sentence: c.text,
});
export interface Health extends v.InferOutput<typeof healthState> {}

const createKind = v.picklist(['board', 'paper']);

/** A create with an unknown outcome. Easel keeps it until the user settles it. */
export const unresolvedCreate = c.object({
  id: c.text,
  kind: createKind,
  sentAt: c.time,
  name: c.text,
  templateId: v.nullable(c.text),
  reason: c.text,
});
export interface UnresolvedCreate extends v.InferOutput<typeof unresolvedCreate> {}

const unresolvedCheck = v.variant('kind', [
  /** `newcomers`: boards in a new listing, created at about the same time, and not by Easel. */
  c.object({ kind: v.literal('board'), newcomers: c.list(boardRow), completeness }),
  c.object({ kind: v.literal('paper'), sentence: c.text }),
]);
export type UnresolvedCheck = v.InferOutput<typeof unresolvedCheck>;

const trustedCa = c.object({
  subject: c.text,
  fingerprint: c.text,
  validTo: c.text,
});

/** Where the sign-in is kept. `session`: in memory until Easel locks or quits. */
const kept = v.picklist(['keychain', 'session']);

const savedSignIn = c.object({ proxy: c.text, kept });
export interface SavedSignIn extends v.InferOutput<typeof savedSignIn> {}

/** `why` is the reason why the keychain lacks the sign-in; an empty text if the keychain has it. */
const signInKept = c.object({ kept, why: c.text });
export interface SignInKept extends v.InferOutput<typeof signInKept> {}

const networkSettings = c.object({
  cas: c.list(trustedCa),
  /** "direct" or "proxy host:port" for each address, according to the system's settings. */
  routes: c.list(c.object({ part: v.picklist(CHECK_PARTS), route: c.text })),
  /** Sign-ins that the user entered, without user and password. */
  signIns: c.list(savedSignIn),
});
export interface NetworkSettings extends v.InferOutput<typeof networkSettings> {}

const ofUnresolved = { connectionId: c.id, unresolvedId: c.id };

export const unresolved = {
  list: c.reads({ args: c.ofConnection, reply: c.list(unresolvedCreate) }),
  check: c.reads({ args: ofUnresolved, reply: unresolvedCheck, rate: 'change' }),
  /** Cancels the running single creates. Creates that were already sent end with an unknown outcome. */
  cancelCreate: c.holdsBack({ args: { connectionId: c.id, kind: createKind } }),
  /** Records the user's decision: `boardId` is the created board, or null closes the case. Sends nothing. */
  settle: c.changesComputer({ args: { ...ofUnresolved, boardId: v.nullable(c.id) }, consent: 'press' }),
};

export const health = {
  state: c.reads({ args: c.ofConnection, reply: healthState }),
  tryNow: c.reads({ args: c.ofConnection, reply: healthState, rate: 'change' }),
  look: c.reads({ args: c.ofConnection, reply: healthState }),
};

export const network = {
  settings: c.reads({ args: c.ofConnection, reply: networkSettings }),
  chooseCa: c.changesComputer({
    args: c.ofConnection,
    reply: networkSettings,
    consent: 'press',
    waitsForPerson: true,
  }),
  removeCas: c.changesComputer({ args: c.ofConnection, reply: networkSettings, consent: 'press' }),
  /** Signs in to a proxy, and saves the sign-in in the keychain. `proxy` is the value from the failure. */
  signIn: c.givesAway({
    args: { proxy: c.id, user: c.shortText, password: c.shortText },
    reply: signInKept,
    consent: 'dialog',
    rate: 'key',
    secrets: { password: 'key' },
  }),
  /** Removes a sign-in. Fails with `not-found`, or a keychain failure if the item is not proven deleted. */
  forgetSignIn: c.usesKey({
    args: { ...c.ofConnection, proxy: c.id },
    reply: networkSettings,
    consent: 'dialog',
  }),
};
