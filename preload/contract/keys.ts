/** Keys, as far as a page may know of them: never the key itself. */
import * as v from 'valibot';
import * as c from './call.ts';
import { failureSchema } from './failure.ts';

export const KEY_SLOTS = ['main', 'board'] as const;

/** Where a connection needs a key: `main` for both APIs, or `main` for the paper API and `board` for the board API. */
export type KeySlot = (typeof KEY_SLOTS)[number];
const slot = v.picklist(KEY_SLOTS);

export const KEY_STAGES = ['current', 'next', 'previous'] as const;

/** A slot holds one key of each stage at most. Only the current one is used. */
export type KeyStage = (typeof KEY_STAGES)[number];

/** What may be known of a key without the key. Moments are epoch ms. */
const keyInfo = c.object({
  /** Of this key on this computer. */
  id: c.text,
  slot,
  stage: v.picklist(KEY_STAGES),
  kept: v.picklist(['keychain', 'session']),
  /** Salted and short: tells two keys apart, and nothing else. */
  fingerprint: c.text,
  addedAt: c.number,
  note: c.text,
  /** When a person wants to be reminded to rotate it. */
  remindAt: c.maybeNumber,
  /** When the service last took it, or last refused it (401); null for never seen. */
  lastAcceptedAt: c.maybeNumber,
  lastRefusedAt: c.maybeNumber,
  /** A next key that takes over by itself once each of its checks was green. */
  useWhenGreen: v.boolean(),
});
export interface KeyInfo extends v.InferOutput<typeof keyInfo> {}

export const REHEARSED_APIS = ['paper-api', 'board-api'] as const;

export const REHEARSED_STAGES = ['current', 'next'] as const;

/** One cell of the rehearsal: one key tried at one API. */
const rehearsalCell = c.object({
  api: v.picklist(REHEARSED_APIS),
  stage: v.picklist(REHEARSED_STAGES),
  /**
   * `offline`: the service was not reached, which says nothing of the key.
   * `not-checkable`: there is no harmless call to try it with; `no-key`: there is no key of this stage.
   */
  state: v.picklist(['good', 'refused', 'failed', 'offline', 'not-checkable', 'no-key']),
  summary: c.text,
  failure: v.nullable(failureSchema),
});
export interface RehearsalCell extends v.InferOutput<typeof rehearsalCell> {}

/** Current and next key tried at both APIs: four cells. It is kept until a key changes, not across restarts. */
const rehearsal = c.object({
  /** Epoch ms. */
  at: c.number,
  cells: c.list(rehearsalCell),
  /** Slots whose next key took over by itself, because everything was green. */
  switched: c.list(slot),
});
export interface Rehearsal extends v.InferOutput<typeof rehearsal> {}

/** Every key of one connection, in the order of slots and stages. */
export const connectionKeys = c.object({
  connectionId: c.text,
  keys: c.list(keyInfo),
  rehearsal: v.nullable(rehearsal),
});
export interface ConnectionKeys extends v.InferOutput<typeof connectionKeys> {}

/** The state of the OS keychain. `locked` is never the same as "no key". */
export const keychainStatus = c.object({
  /** `not-asked`: nothing has needed the keychain yet in this run, and asking may open a question of the system. */
  state: v.picklist(['not-asked', 'available', 'locked', 'absent', 'busy', 'error']),
  /** Name of the store on this system: Keychain, Windows Credential Manager, Secret Service. */
  backend: c.text,
  /** Why it is not available, and what to do about it on this system; empty when available. */
  cause: c.text,
  fix: c.text,
  /** What it said itself, redacted and short; absent where it said nothing. */
  said: v.exactOptional(c.text),
});
export interface KeychainStatus extends v.InferOutput<typeof keychainStatus> {}

/** A person's notes about a key. */
const aboutKey = { note: c.line, remindAt: v.nullable(c.count), useWhenGreen: v.boolean() };
const ofKey = { connectionId: c.id, keyId: c.id };
const ofSlot = { connectionId: c.id, slot };

export const keychain = {
  /** How the keychain stood when it was last used; asks nothing. */
  state: c.reads({ reply: keychainStatus }),
  /** Tries the keychain with an item of its own; may open a question of the system. */
  status: c.reads({ reply: keychainStatus }),
};

export const keys = {
  list: c.reads({ args: c.ofConnection, reply: connectionKeys }),
  /**
   * Keeps a key as the next one of a slot, or as the current one where there is none. Needs no network. Main asks before
   * this, and before a key is kept, switched or removed.
   *
   * Fails with `invalid-input` (fields `apiKey`, `note`), `refused` when the slot has a next key already, and the
   * keychain's failures.
   */
  stage: c.usesKey({
    args: { ...ofSlot, apiKey: c.typedKey, sessionOnly: v.boolean(), ...aboutKey },
    reply: connectionKeys,
    consent: 'dialog',
    secrets: { apiKey: 'key' },
  }),
  /** Main asks before a key may take over by itself. */
  edit: c.usesKey({ args: { ...ofKey, ...aboutKey }, reply: connectionKeys, consent: 'dialog' }),
  /** Puts a key that is kept for this session into the keychain. */
  keep: c.usesKey({ args: ofKey, reply: connectionKeys, consent: 'dialog' }),
  /** Tries current and next at both APIs. `paper` is a paper that exists; empty takes the newest of the register. */
  rehearse: c.usesKey({
    args: { connectionId: c.id, paper: c.line },
    reply: connectionKeys,
    secrets: { paper: 'token' },
  }),
  /**
   * Makes the next key the current one, and that one the previous one. Needs neither network nor keychain.
   *
   * Fails with `refused` unless its rehearsal was green or `knowingly`, and while a previous key is not retired.
   */
  useNext: c.usesKey({
    args: { ...ofSlot, knowingly: v.boolean() },
    reply: connectionKeys,
    consent: 'dialog',
  }),
  /** Takes a switch back: the previous key is current again, and the current one is next. */
  goBack: c.usesKey({ args: ofSlot, reply: connectionKeys, consent: 'dialog' }),
  /** Removes a previous key from this computer. `typed` is `retired`: it was deleted at the service's dashboard. */
  retire: c.usesKey({ args: { ...ofKey, typed: c.line }, reply: connectionKeys, consent: 'dialog' }),
  /** Removes a next key that will not be used. */
  discard: c.usesKey({ args: ofKey, reply: connectionKeys, consent: 'dialog' }),
  /** Counts keys that are no longer used, whose removal from the keychain could not be proven yet. */
  leftovers: c.reads({ reply: c.count }),
  /** Tries again to remove unused keys, and counts those that remain. */
  removeLeftovers: c.usesKey({ reply: c.count }),
};
