import * as v from 'valibot';
import * as c from './call.ts';

/** While locked, main answers only a few calls and holds no key. */
export const lockState = c.object({
  locked: v.boolean(),
  /** Minutes without input until Easel locks itself; null if Easel never locks itself. */
  idleMinutes: c.maybeNumber,
  /** The policy's limit for `idleMinutes`; null without a limit. */
  forcedMinutes: c.maybeNumber,
  /** `none`: no way to unlock is set up. A locked Easel then waits for the passphrase that the policy requires. */
  unlockBy: v.picklist(['system', 'passphrase', 'none']),
});
export interface LockState extends v.InferOutput<typeof lockState> {}

const policyRule = c.object({
  name: c.text,
  meaning: c.text,
  value: c.text,
});
export interface PolicyRule extends v.InferOutput<typeof policyRule> {}

/** `broken`: the file is not trusted or not valid, so Easel allows nothing. */
const policyState = c.object({
  kind: v.picklist(['none', 'active', 'broken']),
  source: c.text,
  problem: c.text,
  rules: c.list(policyRule),
  /** Lets the page disable forbidden controls; main enforces the policy. */
  allows: c.object({
    sessionKeys: v.boolean(),
    keyExport: v.boolean(),
    deletes: v.boolean(),
    visits: v.boolean(),
    pictures: v.boolean(),
    needsReason: v.boolean(),
    /** True if one person must draft a bulk delete and another person must run its plan. */
    twoPersons: v.boolean(),
    mostAtOnce: c.maybeNumber,
    /** Shortest hold in seconds before a delete is sent. Null: the user's preference decides. */
    holdSeconds: c.object({ single: c.maybeNumber, bulk: c.maybeNumber }),
  }),
});
export interface PolicyState extends v.InferOutput<typeof policyState> {}

const holdSeconds = v.pipe(v.number(), v.safeInteger(), v.minValue(5), v.maxValue(86_400));

export const preferenceEntries = {
  singleKeys: v.boolean(),
  /** Hold in seconds before a delete is sent. The policy may require a longer hold. */
  holdSeconds: c.object({ single: holdSeconds, bulk: holdSeconds }),
  keepPictures: v.nullable(v.boolean()),
  /** Seconds until a copied link or token is cleared; null for never. */
  clearClipboard: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(10), v.maxValue(3600))),
  gallery: v.boolean(),
  developer: v.boolean(),
  /** Interval of refreshing a short list of boards; null for never. */
  refreshMinutes: v.nullable(v.picklist([1, 5, 15])),
  theme: v.picklist(['system', 'light', 'dark']),
  density: v.picklist(['comfortable', 'compact']),
  notices: v.picklist(['all', 'failed', 'none']),
  roomName: v.pipe(c.shortText, v.trim(), v.minLength(1)),
};
const preferences = c.object(preferenceEntries);
export interface Preferences extends v.InferOutput<typeof preferences> {}

const appInfo = c.object({
  version: c.text,
  platform: v.picklist(['darwin', 'win32', 'linux']),
  notice: v.nullable(c.text),
});
export interface AppInfo extends v.InferOutput<typeof appInfo> {}

export const app = {
  info: c.reads({ reply: appInfo, answeredWhile: ['locked', 'policy-broken'] }),
  /** Requires a press. Otherwise a compromised page could make the user paste a harmful command. */
  copy: c.givesAway({
    args: { text: c.listPiece },
    rate: 'read',
    answeredWhile: ['policy-broken'],
  }),
  clearClipboard: c.holdsBack({}),
  /** Shows a file that Easel saved since its start, in the system's file manager. Fails with `not-found`. */
  showFile: c.reads({ args: { fileName: c.line }, consent: 'press' }),
  preferences: c.reads({ reply: preferences, answeredWhile: ['locked', 'policy-broken'] }),
  /** Saves preferences. Main asks the user before shorter holds. */
  prefer: c.changesComputer({ args: preferences.entries, reply: preferences, consent: 'if-asked' }),
};

export const policy = {
  state: c.reads({ reply: policyState, answeredWhile: ['locked', 'policy-broken'] }),
};

export const lock = {
  state: c.reads({ reply: lockState, answeredWhile: ['locked'] }),
  now: c.holdsBack({ reply: lockState, rate: 'key', answeredWhile: ['locked'] }),
  /** If `passphrase` is null, the system's sign-in is used. Fails with `invalid-input` (`passphrase`). */
  unlock: c.changesComputer({
    args: { passphrase: v.nullable(c.passphrase) },
    reply: lockState,
    rate: 'key',
    secrets: { passphrase: 'key' },
    waitsForPerson: true,
    answeredWhile: ['locked'],
  }),
  /** Changes the lock. `passphrase` is the new one. Main asks before a new passphrase or a longer idle time. */
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
  /** Removes all keys, then the passphrase. Intended for users who forgot the passphrase. */
  removeKeys: c.usesKey({ reply: lockState, consent: 'dialog', answeredWhile: ['locked'] }),
};

export const diagnostics = {
  /** Saves a support file that contains no key, token, address, id or name. */
  save: c.savesFile({}, c.object({ fileName: c.text })),
};
