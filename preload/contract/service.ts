/** The health of the service and of the network, and creates with an unknown outcome. */
import * as v from 'valibot';
import { boardRow, completeness } from './boards.ts';
import {
  call,
  id,
  list,
  maybeNumber,
  nothing,
  number,
  object,
  ofConnection,
  shortText,
  text,
} from './call.ts';
import { CHECK_PARTS } from './connections.ts';
import { failureSchema } from './failure.ts';

export const HEALTH_PARTS = ['board-api', 'paper-api', 'app', 'network'] as const;

export type PartName = (typeof HEALTH_PARTS)[number];

/** How one part of the way stands, told by real traffic, and by a gentle probe while it is in trouble. */
const part = object({
  name: v.picklist(HEALTH_PARTS),
  state: v.picklist(['unknown', 'good', 'trouble']),
  /** Epoch ms; null for never in this run. */
  lastSuccess: maybeNumber,
  lastFailure: maybeNumber,
  /** Since when it is in trouble, epoch ms, and why; null otherwise. */
  since: maybeNumber,
  failure: v.nullable(failureSchema),
  /** When it is tried again by itself, epoch ms; null while nothing is planned. */
  nextProbe: maybeNumber,
});
export interface PartHealth extends v.InferOutput<typeof part> {}

/** The health of the four parts of one connection. */
export const healthState = object({
  connectionId: text,
  parts: list(part),
  /** One sentence about an outage: which part, since when, and that the others answer; empty without one. */
  sentence: text,
});
export interface Health extends v.InferOutput<typeof healthState> {}

/** A create whose end was not seen. It stays until a person has settled it, across restarts. */
export const unresolvedCreate = object({
  id: text,
  kind: v.picklist(['board', 'paper']),
  /** When it was sent, epoch ms. */
  sentAt: number,
  /** The paper's name; empty for a board. */
  name: text,
  templateId: v.nullable(text),
  /** Why its end is unknown, in one sentence. */
  reason: text,
});
export interface UnresolvedCreate extends v.InferOutput<typeof unresolvedCreate> {}

/** What *Check* found about an unknown create. */
const unresolvedCheck = v.variant('kind', [
  /** The list was read anew; `newcomers` are boards that may be it: created about then, and not made here knowingly. */
  object({ kind: v.literal('board'), newcomers: list(boardRow), completeness }),
  /** Papers can't be listed, so nothing can be known; `sentence` says what can be done. */
  object({ kind: v.literal('paper'), sentence: text }),
]);
export type UnresolvedCheck = v.InferOutput<typeof unresolvedCheck>;

/** A further certificate authority that the person has chosen to trust. */
const trustedCa = object({
  subject: text,
  fingerprint: text,
  /** As the certificate says it. */
  validTo: text,
});
export interface TrustedCa extends v.InferOutput<typeof trustedCa> {}

/** How requests leave this computer. */
const networkSettings = object({
  cas: list(trustedCa),
  /** For each address of the connection in front: "direct" or "proxy host:port", by the system's settings. */
  routes: list(object({ part: v.picklist(CHECK_PARTS), route: text })),
});
export interface NetworkSettings extends v.InferOutput<typeof networkSettings> {}

const ofUnresolved = { connectionId: id, unresolvedId: id };

export const unresolved = {
  /** Creates whose end was not seen, newest first. */
  list: call({ args: ofConnection, reply: list(unresolvedCreate), effect: 'reads' }),
  check: call({ args: object(ofUnresolved), reply: unresolvedCheck, effect: 'reads', rate: 'change' }),
  /** A person has decided: it is this board, or (`null`) it is dealt with. Nothing is sent. */
  settle: call({
    args: object({ ...ofUnresolved, boardId: v.nullable(id) }),
    reply: nothing,
    effect: 'changes-computer',
    consent: 'press',
  }),
};

export const health = {
  state: call({ args: ofConnection, reply: healthState, effect: 'reads' }),
  /** Probes the parts in trouble at once. */
  tryNow: call({ args: ofConnection, reply: healthState, effect: 'reads', rate: 'change' }),
};

export const network = {
  settings: call({ args: ofConnection, reply: networkSettings, effect: 'reads' }),
  /** Lets the person choose a file of certificate authorities; main opens the dialog and reads the file. */
  chooseCa: call({
    args: ofConnection,
    reply: networkSettings,
    effect: 'changes-computer',
    consent: 'press',
    waitsForPerson: true,
  }),
  removeCas: call({
    args: ofConnection,
    reply: networkSettings,
    effect: 'changes-computer',
    consent: 'press',
  }),
  /** Signs in to a proxy that has asked for it, for this run; `proxy` as in the failure. */
  signIn: call({
    args: object({ proxy: id, user: shortText, password: shortText }),
    reply: nothing,
    effect: 'gives-away',
    rate: 'key',
    secrets: { password: 'key' },
  }),
};
