/** Easel itself: its lock, its policy, the person's preferences. */
import * as v from 'valibot';
import * as c from './call.ts';

/** The idle lock: while it is on, main answers nothing but questions about itself, and holds no key. */
export const lockState = c.object({
  locked: v.boolean(),
  /** After how many minutes without a person it locks; null for never. */
  idleMinutes: c.maybeNumber,
  /** The most that the organisation's policy allows; null where it says nothing. */
  forcedMinutes: c.maybeNumber,
  /**
   * How it is unlocked: by the system's own question, else by a passphrase; `none` until one was set. Locked with `none`:
   * the policy requires a passphrase, and Easel stays locked until one is set.
   */
  unlockBy: v.picklist(['system', 'passphrase', 'none']),
});
export interface LockState extends v.InferOutput<typeof lockState> {}

/** One rule of the organisation's policy, to be shown. */
const policyRule = c.object({
  /** As in the file. */
  name: c.text,
  meaning: c.text,
  value: c.text,
});
export interface PolicyRule extends v.InferOutput<typeof policyRule> {}

/** The policy of a managed deployment. `broken`: it can't be trusted or read, so nothing is allowed. */
const policyState = c.object({
  kind: v.picklist(['none', 'active', 'broken']),
  /** The file, or the place of the registry, that it came from; empty for none. */
  source: c.text,
  /** The error and how to fix it; empty unless broken. */
  problem: c.text,
  rules: c.list(policyRule),
  /** What the page must know to show a thing as off; main enforces it. */
  allows: c.object({
    sessionKeys: v.boolean(),
    keyExport: v.boolean(),
    deletes: v.boolean(),
    visits: v.boolean(),
    /** Small pictures of boards and papers may be kept. */
    pictures: v.boolean(),
    /** A visit needs a reason. */
    needsReason: v.boolean(),
    /** A bulk delete is drafted by one person, and run by another from the plan. */
    twoPersons: v.boolean(),
    /** The most things one bulk change may touch; null for no limit. */
    mostAtOnce: c.maybeNumber,
    /** How long deletes are held, in seconds; null where that is left to the person. */
    holdSeconds: c.object({ single: c.maybeNumber, bulk: c.maybeNumber }),
  }),
});
export interface PolicyState extends v.InferOutput<typeof policyState> {}

const holdSeconds = v.pipe(v.number(), v.safeInteger(), v.minValue(5), v.maxValue(86_400));

/** A person's preferences, across restarts. */
export const preferenceEntries = {
  /** Whether shortcuts of one character without Ctrl or Cmd are heard. */
  singleKeys: v.boolean(),
  /** How long a delete is held before it is sent, in seconds: 5 to 86,400. A policy's own value stands above it. */
  holdSeconds: c.object({ single: holdSeconds, bulk: holdSeconds }),
  /** Whether leaving a preview keeps a small picture of it; null until the person has said. */
  keepPictures: v.nullable(v.boolean()),
  /** After how many seconds a copied link or token leaves the clipboard; null for never. */
  clearClipboard: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(10), v.maxValue(3600))),
  /** Boards are shown by their pictures, not in rows. */
  gallery: v.boolean(),
  /** Light or dark, or as the system has it. */
  theme: v.picklist(['system', 'light', 'dark']),
  /** How tall rows and controls are. */
  density: v.picklist(['comfortable', 'compact']),
  /** Which ends of long jobs the system tells while Easel is not in front. */
  notices: v.picklist(['all', 'failed', 'none']),
  /** By which name rooms are joined unless another one is entered. */
  roomName: v.pipe(c.shortText, v.trim(), v.minLength(1)),
};
const preferences = c.object(preferenceEntries);
export interface Preferences extends v.InferOutput<typeof preferences> {}

const appInfo = c.object({
  version: c.text,
  platform: v.picklist(['darwin', 'win32', 'linux']),
  /** Something the person must know at start, such as a damaged database that was kept aside; null for nothing. */
  notice: v.nullable(c.text),
});
export interface AppInfo extends v.InferOutput<typeof appInfo> {}

export const app = {
  info: c.reads({ reply: appInfo, answeredWhile: ['locked', 'policy-broken'] }),
  /**
   * Puts text on the clipboard; main does it, so that the page needs no clipboard permission. It takes a press because the
   * text is the page's: a page that was taken over could have a person paste a command elsewhere.
   */
  copy: c.givesAway({
    args: { text: v.pipe(v.string(), v.maxLength(60_000)) },
    rate: 'read',
    answeredWhile: ['policy-broken'],
  }),
  /** Takes a copied secret off the clipboard now, if it is still there. */
  clearClipboard: c.holdsBack({}),
  preferences: c.reads({ reply: preferences, answeredWhile: ['locked', 'policy-broken'] }),
  /** Main asks about a shorter hold, which makes deletes go sooner. */
  prefer: c.changesComputer({ args: preferences.entries, reply: preferences, consent: 'if-asked' }),
};

export const policy = {
  /** The organisation's policy. Answered even when it is broken, as almost nothing else is. */
  state: c.reads({ reply: policyState, answeredWhile: ['locked', 'policy-broken'] }),
};

export const lock = {
  state: c.reads({ reply: lockState, answeredWhile: ['locked'] }),
  /** Covers everything and drops the keys from memory. Fails with `refused` while it could not be unlocked again. */
  now: c.holdsBack({ reply: lockState, rate: 'key', answeredWhile: ['locked'] }),
  /** `null` asks the system. Fails with `invalid-input` (field `passphrase`). */
  unlock: c.changesComputer({
    args: { passphrase: v.nullable(c.passphrase) },
    reply: lockState,
    rate: 'key',
    secrets: { passphrase: 'key' },
    waitsForPerson: true,
    answeredWhile: ['locked'],
  }),
  /**
   * `passphrase` sets a new one; `currentPassphrase` is asked for wherever one is set already. Main asks about another
   * passphrase, and before Easel locks later or no more.
   */
  configure: c.changesComputer({
    args: {
      idleMinutes: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(24 * 60))),
      passphrase: v.nullable(c.passphrase),
      currentPassphrase: v.nullable(c.passphrase),
    },
    reply: lockState,
    consent: 'dialog',
    rate: 'key',
    secrets: { passphrase: 'key', currentPassphrase: 'key' },
    answeredWhile: ['no-passphrase'],
  }),
  /** For a forgotten passphrase: removes every key from this computer, then the passphrase. Main asks, also while locked. */
  removeKeys: c.usesKey({ reply: lockState, consent: 'dialog', answeredWhile: ['locked'] }),
};

export const diagnostics = {
  /** A text for whoever helps, which a person can read before: no key, token, address, id or name is in it. */
  save: c.savesFile({}, c.object({ fileName: c.text })),
};
