import * as v from 'valibot';
import * as c from './call.ts';

/** State of Easel's lock. While Easel is locked, main answers only a few calls and keeps no API key in memory. */
export const lockState = c.object({
  locked: v.boolean(),
  /** Minutes without input after which Easel locks; null for never. */
  idleMinutes: c.maybeNumber,
  /** Maximum of `idleMinutes` that the policy allows; null without a limit. */
  forcedMinutes: c.maybeNumber,
  /** Way to unlock Easel. `none`: no passphrase or system sign-in is set up. Then only the policy can lock Easel. */
  unlockBy: v.picklist(['system', 'passphrase', 'none']),
});
export interface LockState extends v.InferOutput<typeof lockState> {}

const policyRule = c.object({
  name: c.text,
  meaning: c.text,
  value: c.text,
});
export interface PolicyRule extends v.InferOutput<typeof policyRule> {}

/** State of the organisation's policy file. `broken`: the file is invalid or not trusted, so Easel allows nothing. */
const policyState = c.object({
  kind: v.picklist(['none', 'active', 'broken']),
  source: c.text,
  problem: c.text,
  rules: c.list(policyRule),
  /** Permissions of the policy. The page uses them to disable controls; the main process enforces them. */
  allows: c.object({
    sessionKeys: v.boolean(),
    keyExport: v.boolean(),
    deletes: v.boolean(),
    visits: v.boolean(),
    pictures: v.boolean(),
    needsReason: v.boolean(),
    /** True if each bulk delete needs a plan that another team member has approved. */
    twoPersons: v.boolean(),
    mostAtOnce: c.maybeNumber,
    /** Minimum delay in seconds before a delete is sent. If null, the user's preference applies. */
    holdSeconds: c.object({ single: c.maybeNumber, bulk: c.maybeNumber }),
  }),
});
export interface PolicyState extends v.InferOutput<typeof policyState> {}

const holdSeconds = v.pipe(v.number(), v.safeInteger(), v.minValue(5), v.maxValue(86_400));

export const preferenceEntries = {
  singleKeys: v.boolean(),
  holdSeconds: c.object({ single: holdSeconds, bulk: holdSeconds }),
  keepPictures: v.nullable(v.boolean()),
  /** Seconds until Easel clears a copied link or token from the clipboard; null for never. */
  clearClipboard: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(10), v.maxValue(3600))),
  gallery: v.boolean(),
  developer: v.boolean(),
  /** Interval in minutes at which Easel refreshes a boards list that needs at most 20 requests; null for never. */
  refreshMinutes: v.nullable(v.picklist([1, 5, 15])),
  theme: v.picklist(['system', 'light', 'dark']),
  density: v.picklist(['comfortable', 'compact']),
  notices: v.picklist(['all', 'failed', 'none']),
  /** True if colleagues see which rooms the user is in. The policy can force this. */
  sharesPresence: v.boolean(),
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
  /** Copies text. Requires a click or key press, because a compromised page could copy a harmful command. */
  copy: c.givesAway({
    args: { text: c.listPiece },
    rate: 'read',
    answeredWhile: ['policy-broken'],
  }),
  clearClipboard: c.holdsBack({}),
  /** Forgets the file that the user dropped, so that the next call that opens a file shows the file dialog. */
  forgetDropped: c.holdsBack({}),
  /** Shows a file in the file manager. Fails with `not-found` if Easel did not save this file since its start. */
  showFile: c.reads({ args: { fileName: c.line }, consent: 'press' }),
  preferences: c.reads({ reply: preferences, answeredWhile: ['locked', 'policy-broken'] }),
  /** Saves preferences. Main asks the user before it shortens the delay of deletes, or clears the clipboard later. */
  prefer: c.changesComputer({ args: preferences.entries, reply: preferences, consent: 'if-asked' }),
};

export const policy = {
  state: c.reads({ reply: policyState, answeredWhile: ['locked', 'policy-broken'] }),
};

export const lock = {
  state: c.reads({ reply: lockState, answeredWhile: ['locked'] }),
  now: c.holdsBack({ reply: lockState, rate: 'key', answeredWhile: ['locked'] }),
  /** Unlocks Easel with a passphrase; null asks the system's sign-in. A wrong passphrase fails with `invalid-input`. */
  unlock: c.changesComputer({
    args: { passphrase: v.nullable(c.passphrase) },
    reply: lockState,
    rate: 'key',
    secrets: { passphrase: 'key' },
    waitsForPerson: true,
    answeredWhile: ['locked'],
  }),
  /** Sets the idle time and a new passphrase. Main asks the user before it sets a passphrase or a longer idle time. */
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
  /** Removes all API keys and then the passphrase, for users who forgot their passphrase. */
  removeKeys: c.usesKey({ reply: lockState, consent: 'dialog', answeredWhile: ['locked'] }),
};

export const diagnostics = {
  save: c.savesFile({}, c.object({ fileName: c.text })),
};
