import * as v from 'valibot';
import * as c from './call.ts';
import { failureSchema } from './failure.ts';

export const KEY_SLOTS = ['main', 'board'] as const;

/** Slot of an API key. `board` exists only if the board API has a separate key; otherwise `main` serves both APIs. */
export type KeySlot = (typeof KEY_SLOTS)[number];
const slot = v.picklist(KEY_SLOTS);

export const KEY_STAGES = ['current', 'next', 'previous'] as const;

/** Stage of an API key in a rotation. A slot has at most one key per stage. Requests use only the current key. */
export type KeyStage = (typeof KEY_STAGES)[number];

const keyInfo = c.object({
  id: c.text,
  slot,
  stage: v.picklist(KEY_STAGES),
  kept: v.picklist(['keychain', 'session']),
  fingerprint: c.text,
  addedAt: c.time,
  note: c.text,
  remindAt: c.maybeTime,
  lastAcceptedAt: c.maybeTime,
  lastRefusedAt: c.maybeTime,
  /** True if the next key of a rotation becomes current as soon as it passes all checks. */
  useWhenGreen: v.boolean(),
});
export interface KeyInfo extends v.InferOutput<typeof keyInfo> {}

export const REHEARSED_APIS = ['paper-api', 'board-api'] as const;

export const REHEARSED_STAGES = ['current', 'next'] as const;

const rehearsalCell = c.object({
  api: v.picklist(REHEARSED_APIS),
  stage: v.picklist(REHEARSED_STAGES),
  /** Result of a key test. `offline`: service not reached. `not-checkable`: no harmless request can test this key. */
  state: v.picklist(['good', 'refused', 'failed', 'offline', 'not-checkable', 'no-key']),
  summary: c.text,
  failure: v.nullable(failureSchema),
});
export interface RehearsalCell extends v.InferOutput<typeof rehearsalCell> {}

/** Results of testing a connection's keys. Any change of a key discards them. */
const rehearsal = c.object({
  at: c.time,
  cells: c.list(rehearsalCell),
  switched: c.list(slot),
});
export interface Rehearsal extends v.InferOutput<typeof rehearsal> {}

export const connectionKeys = c.object({
  connectionId: c.text,
  keys: c.list(keyInfo),
  rehearsal: v.nullable(rehearsal),
});
export interface ConnectionKeys extends v.InferOutput<typeof connectionKeys> {}

export const keychainStatus = c.object({
  /** State of the system's keychain. `not-asked`: not used since Easel's start, because its use may prompt the user. */
  state: v.picklist(['not-asked', 'available', 'locked', 'absent', 'busy', 'error']),
  /** Name of the system's keychain: Keychain, Windows Credential Manager or Secret Service. */
  backend: c.text,
  cause: c.text,
  fix: c.text,
  said: v.exactOptional(c.text),
});
export interface KeychainStatus extends v.InferOutput<typeof keychainStatus> {}

const aboutKey = { note: c.line, remindAt: v.nullable(c.count), useWhenGreen: v.boolean() };
const ofKey = { connectionId: c.id, keyId: c.id };
const ofSlot = { connectionId: c.id, slot };
const changed = { reply: connectionKeys, consent: 'dialog' } as const;

export const keychain = {
  /** Returns the keychain's state after its last use, without using the keychain again. */
  state: c.reads({ reply: keychainStatus }),
  /** Tests the keychain by writing a test item. The system may prompt the user. */
  status: c.reads({ reply: keychainStatus }),
};

export const keys = {
  list: c.reads({ args: c.ofConnection, reply: connectionKeys }),
  all: c.reads({ reply: c.list(connectionKeys) }),
  /** Saves the metadata of all keys (not the keys) as CSV, earliest due date first. */
  export: c.savesFile({}, c.fileWritten),
  /** Adds the next key of a rotation, or a slot's first key. Fails with `refused` if a next key exists. */
  stage: c.usesKey({
    args: { ...ofSlot, apiKey: c.typedKey, sessionOnly: v.boolean(), ...aboutKey },
    ...changed,
    secrets: { apiKey: 'key' },
  }),
  edit: c.usesKey({ args: { ...ofKey, ...aboutKey }, ...changed }),
  keep: c.usesKey({ args: ofKey, ...changed }),
  /** Tests the keys of a connection. `paper` identifies an existing paper; an empty text uses the newest paper. */
  rehearse: c.usesKey({
    args: { connectionId: c.id, paper: c.line },
    reply: connectionKeys,
    secrets: { paper: 'token' },
  }),
  /** Makes the next API key current. Fails with `refused` for a key that passed no test, unless `knowingly` is true. */
  useNext: c.usesKey({ args: { ...ofSlot, knowingly: v.boolean() }, ...changed }),
  goBack: c.usesKey({ args: ofSlot, ...changed }),
  /** Removes the previous key of a rotation. Typing `retired` confirms that the key was deleted at the service. */
  retire: c.usesKey({ args: { ...ofKey, typed: c.line }, ...changed }),
  discard: c.usesKey({ args: ofKey, ...changed }),
  /** True if the text is a stored API key, which the page must not search for. Never stores or logs the text. */
  isKnown: c.reads({ args: { apiKey: c.typedKey }, reply: v.boolean(), secrets: { apiKey: 'key' } }),
  /** Saves the record of a key rotation to a file. `entry`: number of the rotation's log entry; null for the newest. */
  saveRotation: c.savesFile(
    { ...ofSlot, entry: v.nullable(c.count), format: v.picklist(['txt', 'pdf']) },
    c.object({ fileName: c.text }),
  ),
  leftovers: c.reads({ reply: c.count }),
  removeLeftovers: c.usesKey({ reply: c.count }),
};
