import * as v from 'valibot';
import { boardRow, completeness } from './boards.ts';
import * as c from './call.ts';
import { CHECK_PARTS } from './connections.ts';
import { failureSchema } from './failure.ts';

export const HEALTH_PARTS = ['board-api', 'paper-api', 'app', 'network'] as const;

export type PartName = (typeof HEALTH_PARTS)[number];

/** Results of a request to an API or the web app. `reachable`: the host responded to a check that sends no API key. */
export const PART_ANSWERS = [
  'good',
  'slow',
  'busy',
  'reachable',
  'key-refused',
  'billing',
  'not-allowed',
] as const;
export type PartAnswer = (typeof PART_ANSWERS)[number];

/** Health of an API, the service's web app or the network, measured by normal requests and extra checks. */
const part = c.object({
  name: v.picklist(HEALTH_PARTS),
  state: v.picklist(['unknown', 'good', 'trouble']),
  lastSuccess: c.maybeTime,
  lastFailure: c.maybeTime,
  since: c.maybeTime,
  failure: v.nullable(failureSchema),
  /** Result of the latest request. Null before the first request, and while `state` is `trouble`. */
  answer: v.nullable(v.picklist(PART_ANSWERS)),
  tookMs: c.maybeNumber,
  /** Start time of a request that got no response for 5 s; null after the response. */
  waitingSince: c.maybeTime,
  /** Epoch ms of the next automatic check during an outage, or of the retry after a rate limit. */
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

/** A request to create a board or paper whose outcome is unknown. Easel lists it until the user resolves it. */
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
  /** `newcomers`: boards created within a day of the request. `hasUndated`: some boards have no creation time. */
  c.object({
    kind: v.literal('board'),
    newcomers: c.list(boardRow),
    hasUndated: v.boolean(),
    // `too-early`: the request was sent so recently that the service may still process it.
    completeness: v.picklist([...completeness.options, 'too-early']),
  }),
  c.object({ kind: v.literal('paper'), sentence: c.text }),
]);
export type UnresolvedCheck = v.InferOutput<typeof unresolvedCheck>;

/** Where a proxy's sign-in is stored. `session`: in memory, until Easel locks or quits. */
const kept = v.picklist(['keychain', 'session']);

const savedSignIn = c.object({ proxy: c.text, kept });
export interface SavedSignIn extends v.InferOutput<typeof savedSignIn> {}

/** Result of saving a proxy's sign-in. `why`: reason if the keychain could not store it, otherwise empty. */
const signInKept = c.object({ kept, why: c.text });
export interface SignInKept extends v.InferOutput<typeof signInKept> {}

const networkSettings = c.object({
  cas: c.list(c.object({ subject: c.text, fingerprint: c.text, validTo: c.text })),
  /** Routes from the system's proxy settings, one per address of the connection: "direct" or "proxy host:port". */
  routes: c.list(c.object({ part: v.picklist(CHECK_PARTS), route: c.text })),
  /** Proxies for which the user entered a sign-in. Contains no user name or password. */
  signIns: c.list(savedSignIn),
});
export interface NetworkSettings extends v.InferOutput<typeof networkSettings> {}

const ofUnresolved = { connectionId: c.id, unresolvedId: c.id };

export const unresolved = {
  list: c.reads({ args: c.ofConnection, reply: c.list(unresolvedCreate) }),
  check: c.reads({ args: ofUnresolved, reply: unresolvedCheck, rate: 'change' }),
  /** Cancels the creation of single boards or papers. Requests that were already sent get an unknown outcome. */
  cancelCreate: c.holdsBack({ args: { connectionId: c.id, kind: createKind, startedAt: c.count } }),
  /** Saves the user's decision on a create request of unknown outcome. `boardId`: the created board; null if none. */
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
  /** Signs in to a proxy, and saves the sign-in in the keychain. `proxy` has the form `host:port`. */
  signIn: c.givesAway({
    args: { proxy: c.id, user: c.shortText, password: c.shortText },
    reply: signInKept,
    consent: 'dialog',
    rate: 'key',
    secrets: { password: 'key' },
  }),
  /** Removes a proxy's sign-in. Fails with `not-found`, or a keychain failure if the keychain may still contain it. */
  forgetSignIn: c.usesKey({
    args: { ...c.ofConnection, proxy: c.id },
    reply: networkSettings,
    consent: 'dialog',
  }),
};
