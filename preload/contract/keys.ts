/** Contract of keys and the keychain. Keys themselves never reach the page. */
import * as v from 'valibot';
import * as c from './call.ts';
import { failureSchema } from './failure.ts';

export const KEY_SLOTS = ['main', 'board'] as const;

/** `board` exists only if the board API has its own key; else `main` serves both APIs. */
export type KeySlot = (typeof KEY_SLOTS)[number];
const slot = v.picklist(KEY_SLOTS);

export const KEY_STAGES = ['current', 'next', 'previous'] as const;

/** At most one key per slot and stage. Only the current one is used. */
export type KeyStage = (typeof KEY_STAGES)[number];

const keyInfo = c.object({
  id: c.text,
  slot,
  stage: v.picklist(KEY_STAGES),
  kept: v.picklist(['keychain', 'session']),
  /** Salted short hash. */
  fingerprint: c.text,
  addedAt: c.time,
  note: c.text,
  remindAt: c.maybeTime,
  lastAcceptedAt: c.maybeTime,
  lastRefusedAt: c.maybeTime,
  /** A next key that becomes current when all its checks pass. */
  useWhenGreen: v.boolean(),
});
export interface KeyInfo extends v.InferOutput<typeof keyInfo> {}

export const REHEARSED_APIS = ['paper-api', 'board-api'] as const;

export const REHEARSED_STAGES = ['current', 'next'] as const;

const rehearsalCell = c.object({
  api: v.picklist(REHEARSED_APIS),
  stage: v.picklist(REHEARSED_STAGES),
  /** `offline`: the service was not reached. `not-checkable`: no harmless call needs the key. */
  state: v.picklist(['good', 'refused', 'failed', 'offline', 'not-checkable', 'no-key']),
  summary: c.text,
  failure: v.nullable(failureSchema),
});
export interface RehearsalCell extends v.InferOutput<typeof rehearsalCell> {}

/** Discarded when a key changes. */
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
  /** `not-asked`: not used in this run, because a call may prompt the user. */
  state: v.picklist(['not-asked', 'available', 'locked', 'absent', 'busy', 'error']),
  /** Keychain, Windows Credential Manager or Secret Service. */
  backend: c.text,
  cause: c.text,
  fix: c.text,
  /** Redacted message of the keychain. */
  said: v.exactOptional(c.text),
});
export interface KeychainStatus extends v.InferOutput<typeof keychainStatus> {}

const aboutKey = { note: c.line, remindAt: v.nullable(c.count), useWhenGreen: v.boolean() };
const ofKey = { connectionId: c.id, keyId: c.id };
const ofSlot = { connectionId: c.id, slot };

export const keychain = {
  /** State of the last keychain call, without a new one. */
  state: c.reads({ reply: keychainStatus }),
  /** Tests the keychain with an item of its own; may prompt the user. */
  status: c.reads({ reply: keychainStatus }),
};

export const keys = {
  list: c.reads({ args: c.ofConnection, reply: connectionKeys }),
  /**
   * Adds a next key, or a current one if the slot is empty. Main asks before each change of keys.
   *
   * Fails with `invalid-input` (fields `apiKey`, `note`), `refused` if a next key exists, or a keychain failure.
   */
  stage: c.usesKey({
    args: { ...ofSlot, apiKey: c.typedKey, sessionOnly: v.boolean(), ...aboutKey },
    reply: connectionKeys,
    consent: 'dialog',
    secrets: { apiKey: 'key' },
  }),
  edit: c.usesKey({ args: { ...ofKey, ...aboutKey }, reply: connectionKeys, consent: 'dialog' }),
  keep: c.usesKey({ args: ofKey, reply: connectionKeys, consent: 'dialog' }),
  /** Tries current and next key at both APIs. `paper`: an existing paper; empty for the newest one. */
  rehearse: c.usesKey({
    args: { connectionId: c.id, paper: c.line },
    reply: connectionKeys,
    secrets: { paper: 'token' },
  }),
  /**
   * Makes the next key current and the current one previous. Needs neither network nor keychain.
   *
   * Fails with `refused` unless its rehearsal passed or `knowingly`, or if a previous key exists.
   */
  useNext: c.usesKey({
    args: { ...ofSlot, knowingly: v.boolean() },
    reply: connectionKeys,
    consent: 'dialog',
  }),
  goBack: c.usesKey({ args: ofSlot, reply: connectionKeys, consent: 'dialog' }),
  /** Removes a previous key. `typed` must be `retired`, which confirms its deletion at the service. */
  retire: c.usesKey({ args: { ...ofKey, typed: c.line }, reply: connectionKeys, consent: 'dialog' }),
  discard: c.usesKey({ args: ofKey, reply: connectionKeys, consent: 'dialog' }),
  leftovers: c.reads({ reply: c.count }),
  removeLeftovers: c.usesKey({ reply: c.count }),
};
