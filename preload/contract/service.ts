/** The health of the service and of the network, and creates with an unknown outcome. */
import * as v from 'valibot';
import { boardRow, completeness } from './boards.ts';
import * as c from './call.ts';
import { CHECK_PARTS } from './connections.ts';
import { failureSchema } from './failure.ts';

export const HEALTH_PARTS = ['board-api', 'paper-api', 'app', 'network'] as const;

export type PartName = (typeof HEALTH_PARTS)[number];

/** How one part of the way stands, told by real traffic, and by a gentle probe while it is in trouble. */
const part = c.object({
  name: v.picklist(HEALTH_PARTS),
  state: v.picklist(['unknown', 'good', 'trouble']),
  /** Epoch ms; null for never in this run. */
  lastSuccess: c.maybeNumber,
  lastFailure: c.maybeNumber,
  /** Since when it is in trouble, epoch ms, and why; null otherwise. */
  since: c.maybeNumber,
  failure: v.nullable(failureSchema),
  /** When it is tried again by itself, epoch ms; null while nothing is planned. */
  nextProbe: c.maybeNumber,
  /** How long its last answer took, from asking on, ms; null where none was timed. */
  tookMs: c.maybeNumber,
  /** When it was first heard of in this run, epoch ms; null for never. */
  watchedSince: c.maybeNumber,
  /** For how long it was in trouble since, ms; what is going on does not count. */
  downMs: c.number,
});
export interface PartHealth extends v.InferOutput<typeof part> {}

/** The health of the four parts of one connection. */
export const healthState = c.object({
  connectionId: c.text,
  parts: c.list(part),
  /** One sentence about an outage: which part, since when, and that the others answer; empty without one. */
  sentence: c.text,
});
export interface Health extends v.InferOutput<typeof healthState> {}

/** A create whose end was not seen. It stays until a person has settled it, across restarts. */
export const unresolvedCreate = c.object({
  id: c.text,
  kind: v.picklist(['board', 'paper']),
  /** When it was sent, epoch ms. */
  sentAt: c.number,
  /** The paper's name; empty for a board. */
  name: c.text,
  templateId: v.nullable(c.text),
  /** Why its end is unknown, in one sentence. */
  reason: c.text,
});
export interface UnresolvedCreate extends v.InferOutput<typeof unresolvedCreate> {}

/** What *Check* found about an unknown create. */
const unresolvedCheck = v.variant('kind', [
  /** The list was read anew; `newcomers` are boards that may be it: created about then, and not made here knowingly. */
  c.object({ kind: v.literal('board'), newcomers: c.list(boardRow), completeness }),
  /** Papers can't be listed, so nothing can be known; `sentence` says what can be done. */
  c.object({ kind: v.literal('paper'), sentence: c.text }),
]);
export type UnresolvedCheck = v.InferOutput<typeof unresolvedCheck>;

/** A further certificate authority that the person has chosen to trust. */
const trustedCa = c.object({
  subject: c.text,
  fingerprint: c.text,
  /** As the certificate says it. */
  validTo: c.text,
});

/** How requests leave this computer. */
const networkSettings = c.object({
  cas: c.list(trustedCa),
  /** For each address of the connection in front: "direct" or "proxy host:port", by the system's settings. */
  routes: c.list(c.object({ part: v.picklist(CHECK_PARTS), route: c.text })),
});
export interface NetworkSettings extends v.InferOutput<typeof networkSettings> {}

const ofUnresolved = { connectionId: c.id, unresolvedId: c.id };

export const unresolved = {
  /** Creates whose end was not seen, newest first. */
  list: c.reads({ args: c.ofConnection, reply: c.list(unresolvedCreate) }),
  check: c.reads({ args: ofUnresolved, reply: unresolvedCheck, rate: 'change' }),
  /** A person has decided: it is this board, or (`null`) it is dealt with. Nothing is sent. */
  settle: c.changesComputer({ args: { ...ofUnresolved, boardId: v.nullable(c.id) }, consent: 'press' }),
};

export const health = {
  state: c.reads({ args: c.ofConnection, reply: healthState }),
  /** Probes the parts in trouble at once. */
  tryNow: c.reads({ args: c.ofConnection, reply: healthState, rate: 'change' }),
};

export const network = {
  settings: c.reads({ args: c.ofConnection, reply: networkSettings }),
  /** Lets the person choose a file of certificate authorities; main opens the dialog and reads the file. */
  chooseCa: c.changesComputer({
    args: c.ofConnection,
    reply: networkSettings,
    consent: 'press',
    waitsForPerson: true,
  }),
  removeCas: c.changesComputer({ args: c.ofConnection, reply: networkSettings, consent: 'press' }),
  /** Signs in to a proxy that has asked for it, for this run; `proxy` as in the failure. */
  signIn: c.givesAway({
    args: { proxy: c.id, user: c.shortText, password: c.shortText },
    rate: 'key',
    secrets: { password: 'key' },
  }),
};
