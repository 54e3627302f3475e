/** Contract of lock, policy, preferences and diagnostics. */
import * as v from 'valibot';
import * as c from './call.ts';

/** While locked, main answers only a few calls and holds no key. */
export const lockState = c.object({
  locked: v.boolean(),
  /** Null: never. */
  idleMinutes: c.maybeNumber,
  /** Null: no policy. */
  forcedMinutes: c.maybeNumber,
  /**
   * `system` before `passphrase`; `none`: nothing is set up. If locked with `none`, the policy requires a passphrase
   * first.
   */
  unlockBy: v.picklist(['system', 'passphrase', 'none']),
});
export interface LockState extends v.InferOutput<typeof lockState> {}

const policyRule = c.object({
  name: c.text,
  meaning: c.text,
  value: c.text,
});
export interface PolicyRule extends v.InferOutput<typeof policyRule> {}

/** `broken`: not trusted or not valid, so nothing is allowed. */
const policyState = c.object({
  kind: v.picklist(['none', 'active', 'broken']),
  source: c.text,
  problem: c.text,
  rules: c.list(policyRule),
  /** Lets the page disable controls; main enforces it. */
  allows: c.object({
    sessionKeys: v.boolean(),
    keyExport: v.boolean(),
    deletes: v.boolean(),
    visits: v.boolean(),
    pictures: v.boolean(),
    needsReason: v.boolean(),
    /** One person drafts a bulk delete, another runs its plan. */
    twoPersons: v.boolean(),
    /** Null: unlimited. */
    mostAtOnce: c.maybeNumber,
    /** In seconds; null uses the user's preference. */
    holdSeconds: c.object({ single: c.maybeNumber, bulk: c.maybeNumber }),
  }),
});
export interface PolicyState extends v.InferOutput<typeof policyState> {}

const holdSeconds = v.pipe(v.number(), v.safeInteger(), v.minValue(5), v.maxValue(86_400));

export const preferenceEntries = {
  /** Single-character shortcuts without Ctrl or Cmd. */
  singleKeys: v.boolean(),
  /** Seconds before a delete is sent. The policy overrides it. */
  holdSeconds: c.object({ single: holdSeconds, bulk: holdSeconds }),
  keepPictures: v.nullable(v.boolean()),
  /** Seconds until a copied link or token is cleared; null for never. */
  clearClipboard: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(10), v.maxValue(3600))),
  gallery: v.boolean(),
  theme: v.picklist(['system', 'light', 'dark']),
  density: v.picklist(['comfortable', 'compact']),
  /** Desktop notifications while Easel is in the background. */
  notices: v.picklist(['all', 'failed', 'none']),
  roomName: v.pipe(c.shortText, v.trim(), v.minLength(1)),
};
const preferences = c.object(preferenceEntries);
export interface Preferences extends v.InferOutput<typeof preferences> {}

const appInfo = c.object({
  version: c.text,
  platform: v.picklist(['darwin', 'win32', 'linux']),
  /** Message at start, such as a damaged database that was moved. */
  notice: v.nullable(c.text),
});
export interface AppInfo extends v.InferOutput<typeof appInfo> {}

export const app = {
  info: c.reads({ reply: appInfo, answeredWhile: ['locked', 'policy-broken'] }),
  /**
   * Copies text; main does it, so the page needs no clipboard permission. Requires a press, because a compromised
   * page could make the user paste a command.
   */
  copy: c.givesAway({
    args: { text: v.pipe(v.string(), v.maxLength(60_000)) },
    rate: 'read',
    answeredWhile: ['policy-broken'],
  }),
  /** Clears a copied secret, if it is still on the clipboard. */
  clearClipboard: c.holdsBack({}),
  preferences: c.reads({ reply: preferences, answeredWhile: ['locked', 'policy-broken'] }),
  /** Asks before shorter holds. */
  prefer: c.changesComputer({ args: preferences.entries, reply: preferences, consent: 'if-asked' }),
};

export const policy = {
  state: c.reads({ reply: policyState, answeredWhile: ['locked', 'policy-broken'] }),
};

export const lock = {
  state: c.reads({ reply: lockState, answeredWhile: ['locked'] }),
  now: c.holdsBack({ reply: lockState, rate: 'key', answeredWhile: ['locked'] }),
  /** Null asks the system. Fails with `invalid-input` (field `passphrase`). */
  unlock: c.changesComputer({
    args: { passphrase: v.nullable(c.passphrase) },
    reply: lockState,
    rate: 'key',
    secrets: { passphrase: 'key' },
    waitsForPerson: true,
    answeredWhile: ['locked'],
  }),
  /** `passphrase` sets a new one and needs the current one, if any. Asks before a new passphrase or a later lock. */
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
  /** For a forgotten passphrase: removes all keys, then the passphrase. */
  removeKeys: c.usesKey({ reply: lockState, consent: 'dialog', answeredWhile: ['locked'] }),
};

export const diagnostics = {
  /** Saves a text for support that contains no key, token, address, id or name. */
  save: c.savesFile({}, c.object({ fileName: c.text })),
};
