import * as v from 'valibot';
import * as c from './call.ts';
import { failureSchema } from './failure.ts';

export const KEY_SLOTS = ['main', 'board'] as const;

/** `board` only exists if the board API has its own key. Otherwise `main` serves both APIs. */
export type KeySlot = (typeof KEY_SLOTS)[number];
const slot = v.picklist(KEY_SLOTS);

export const KEY_STAGES = ['current', 'next', 'previous'] as const;

/** Each slot has at most one key per stage. Only the current key is used. */
export type KeyStage = (typeof KEY_STAGES)[number];

const keyInfo = c.object({
  id: c.text,
  slot,
  stage: v.picklist(KEY_STAGES),
  kept: v.picklist(['keychain', 'session']),
  /** Short salted hash that identifies the key. */
  fingerprint: c.text,
  addedAt: c.time,
  note: c.text,
  remindAt: c.maybeTime,
  lastAcceptedAt: c.maybeTime,
  lastRefusedAt: c.maybeTime,
  /** True for a next key that becomes current as soon as it passes all checks. */
  useWhenGreen: v.boolean(),
});
export interface KeyInfo extends v.InferOutput<typeof keyInfo> {}

export const REHEARSED_APIS = ['paper-api', 'board-api'] as const;

export const REHEARSED_STAGES = ['current', 'next'] as const;

const rehearsalCell = c.object({
  api: v.picklist(REHEARSED_APIS),
  stage: v.picklist(REHEARSED_STAGES),
  /** `offline`: the service was not reached. `not-checkable`: no harmless request needs the key. */
  state: v.picklist(['good', 'refused', 'failed', 'offline', 'not-checkable', 'no-key']),
  summary: c.text,
  failure: v.nullable(failureSchema),
});
export interface RehearsalCell extends v.InferOutput<typeof rehearsalCell> {}

/** Results of testing the keys. They are discarded when a key changes. */
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
  /** State of the keychain. `not-asked`: not used in this run, because each use may prompt the user. */
  state: v.picklist(['not-asked', 'available', 'locked', 'absent', 'busy', 'error']),
  /** Name of the keychain: Keychain, Windows Credential Manager or Secret Service. */
  backend: c.text,
  cause: c.text,
  fix: c.text,
  said: v.exactOptional(c.text),
});
export interface KeychainStatus extends v.InferOutput<typeof keychainStatus> {}

const aboutKey = { note: c.line, remindAt: v.nullable(c.count), useWhenGreen: v.boolean() };
const ofKey = { connectionId: c.id, keyId: c.id };
const ofSlot = { connectionId: c.id, slot };

export const keychain = {
  /** Returns the state after the last keychain call, without another call. */
  state: c.reads({ reply: keychainStatus }),
  /** Tests the keychain with a test item. The system may prompt the user. */
  status: c.reads({ reply: keychainStatus }),
};

export const keys = {
  list: c.reads({ args: c.ofConnection, reply: connectionKeys }),
  /** Returns the keys of every connection, in the order of the connections. */
  all: c.reads({ reply: c.list(connectionKeys) }),
  /** Saves the facts about every key as CSV, earliest due date first. */
  export: c.savesFile({}, c.fileWritten),
  /**
   * Adds a next key, or a current key if the slot is empty. Main asks before each change of keys. Fails with
   * `invalid-input` (fields `apiKey`, `note`), `refused` if a next key exists, or a keychain failure.
   */
  stage: c.usesKey({
    args: { ...ofSlot, apiKey: c.typedKey, sessionOnly: v.boolean(), ...aboutKey },
    reply: connectionKeys,
    consent: 'dialog',
    secrets: { apiKey: 'key' },
  }),
  edit: c.usesKey({ args: { ...ofKey, ...aboutKey }, reply: connectionKeys, consent: 'dialog' }),
  keep: c.usesKey({ args: ofKey, reply: connectionKeys, consent: 'dialog' }),
  /** `paper` is an existing paper; an empty text uses the newest paper. */
  rehearse: c.usesKey({
    args: { connectionId: c.id, paper: c.line },
    reply: connectionKeys,
    secrets: { paper: 'token' },
  }),
  /** Makes the next key current. Fails with `refused` without a passed rehearsal or `knowingly`. */
  useNext: c.usesKey({
    args: { ...ofSlot, knowingly: v.boolean() },
    reply: connectionKeys,
    consent: 'dialog',
  }),
  goBack: c.usesKey({ args: ofSlot, reply: connectionKeys, consent: 'dialog' }),
  /** Removes a previous key. The user must type `retired` to confirm that the key was deleted at the service. */
  retire: c.usesKey({ args: { ...ofKey, typed: c.line }, reply: connectionKeys, consent: 'dialog' }),
  discard: c.usesKey({ args: ofKey, reply: connectionKeys, consent: 'dialog' }),
  /** True if the text is a key of any connection; then Easel does not search for it. Stores and logs nothing. */
  isKnown: c.reads({ args: { apiKey: c.typedKey }, reply: v.boolean(), secrets: { apiKey: 'key' } }),
  /** Saves a rotation's record. `entry`: number in the activity log; null for the newest. Fails with `not-found`. */
  saveRotation: c.savesFile(
    { ...ofSlot, entry: v.nullable(c.count), format: v.picklist(['txt', 'pdf']) },
    c.object({ fileName: c.text }),
  ),
  leftovers: c.reads({ reply: c.count }),
  removeLeftovers: c.usesKey({ reply: c.count }),
};
