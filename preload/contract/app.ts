/** Easel itself: its lock, its policy, the person's preferences. */
import * as v from 'valibot';
import { call, line, list, maybeNumber, noArgs, nothing, object, passphrase, text } from './call.ts';

/** The idle lock: while it is on, main answers nothing but questions about itself, and holds no key. */
export const lockState = object({
  locked: v.boolean(),
  /** After how many minutes without a person it locks; null for never. */
  idleMinutes: maybeNumber,
  /** The most that the organisation's policy allows; null where it says nothing. */
  forcedMinutes: maybeNumber,
  /** How it is unlocked: by the system's own question, else by a passphrase; `none` until one was set. */
  unlockBy: v.picklist(['system', 'passphrase', 'none']),
});
export interface LockState extends v.InferOutput<typeof lockState> {}

/** One rule of the organisation's policy, to be shown. */
const policyRule = object({
  /** As in the file. */
  name: text,
  meaning: text,
  value: text,
});
export interface PolicyRule extends v.InferOutput<typeof policyRule> {}

/** The policy of a managed deployment. `broken`: it can't be trusted or read, so nothing is allowed. */
const policyState = object({
  kind: v.picklist(['none', 'active', 'broken']),
  /** The file, or the place of the registry, that it came from; empty for none. */
  source: text,
  /** The error and how to fix it; empty unless broken. */
  problem: text,
  rules: list(policyRule),
  /** What the page must know to show a thing as off; main enforces it. */
  allows: object({
    sessionKeys: v.boolean(),
    keyExport: v.boolean(),
    deletes: v.boolean(),
    visits: v.boolean(),
    /** A visit needs a reason. */
    needsReason: v.boolean(),
    /** A bulk delete is drafted by one person, and run by another from the plan. */
    twoPersons: v.boolean(),
    /** The most things one bulk change may touch; null for no limit. */
    mostAtOnce: maybeNumber,
    /** How long deletes are held, in seconds; null where that is left to the person. */
    holdSeconds: object({ single: maybeNumber, bulk: maybeNumber }),
  }),
});
export interface PolicyState extends v.InferOutput<typeof policyState> {}

const holdSeconds = v.pipe(v.number(), v.safeInteger(), v.minValue(5), v.maxValue(86_400));

/** A person's preferences, across restarts. */
export const preferenceEntries = {
  /** Whether shortcuts of one character without Ctrl or Cmd are heard. */
  singleKeys: v.boolean(),
  /** How long a delete is held before it is sent, in seconds: 5 to 86,400. A policy's own value stands above it. */
  holdSeconds: object({ single: holdSeconds, bulk: holdSeconds }),
};
const preferences = object(preferenceEntries);
export interface Preferences extends v.InferOutput<typeof preferences> {}

const appInfo = object({
  version: text,
  platform: v.picklist(['darwin', 'win32', 'linux']),
  /** Something the person must know at start, such as a damaged database that was kept aside; null for nothing. */
  notice: v.nullable(text),
});
export interface AppInfo extends v.InferOutput<typeof appInfo> {}

export const app = {
  info: call({
    args: noArgs,
    reply: appInfo,
    effect: 'reads',
    answeredWhile: ['locked', 'policy-broken'],
  }),
  /** Puts text on the clipboard; main does it, so that the page needs no clipboard permission. */
  copy: call({
    args: object({ text: v.pipe(v.string(), v.maxLength(60_000)) }),
    reply: nothing,
    effect: 'gives-away',
    rate: 'read',
    answeredWhile: ['policy-broken'],
  }),
  preferences: call({
    args: noArgs,
    reply: preferences,
    effect: 'reads',
    answeredWhile: ['locked', 'policy-broken'],
  }),
  /** A shorter hold makes deletes go sooner, so a person must have pressed for it. */
  prefer: call({ args: preferences, reply: preferences, effect: 'changes-computer', consent: 'press' }),
};

export const policy = {
  /** The organisation's policy. Answered even when it is broken, as almost nothing else is. */
  state: call({
    args: noArgs,
    reply: policyState,
    effect: 'reads',
    answeredWhile: ['locked', 'policy-broken'],
  }),
};

export const lock = {
  state: call({ args: noArgs, reply: lockState, effect: 'reads', answeredWhile: ['locked'] }),
  /** Covers everything and drops the keys from memory. Fails with `refused` while it could not be unlocked again. */
  now: call({
    args: noArgs,
    reply: lockState,
    effect: 'holds-back',
    rate: 'key',
    answeredWhile: ['locked'],
  }),
  /** `null` asks the system. Fails with `invalid-input` (field `passphrase`). */
  unlock: call({
    args: object({ passphrase: v.nullable(passphrase) }),
    reply: lockState,
    effect: 'changes-computer',
    rate: 'key',
    secrets: { passphrase: 'key' },
    waitsForPerson: true,
    answeredWhile: ['locked'],
  }),
  /** `passphrase` sets a new one; `currentPassphrase` is asked for wherever one is set already. */
  configure: call({
    args: object({
      idleMinutes: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(24 * 60))),
      passphrase: v.nullable(passphrase),
      currentPassphrase: v.nullable(passphrase),
    }),
    reply: lockState,
    effect: 'changes-computer',
    consent: 'press',
    rate: 'key',
    secrets: { passphrase: 'key', currentPassphrase: 'key' },
  }),
  /** For a forgotten passphrase: removes every key from this computer, then the passphrase. `typed` is `remove keys`. */
  removeKeys: call({
    args: object({ typed: line }),
    reply: lockState,
    effect: 'uses-key',
    answeredWhile: ['locked'],
  }),
};
