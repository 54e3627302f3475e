/** Defines the rules of the organisation's policy, their validation, and their description in the Settings screen. */
import * as v from 'valibot';
import type { PolicyRule, PolicyState } from '../../../preload/contract/app.ts';
import type { Call } from '../../../preload/contract/call.ts';
import { fail, ok, type Failure, type Result } from '../../../preload/contract/failure.ts';
import { isObject } from '../../lib/files/json-file.ts';
import { failure } from '../../lib/wording/failure.ts';
import { formatNumber, quoted } from '../../lib/wording/format.ts';

const VERSION = 1;
const MOST_HOSTS = 500;
const LONGEST_HOLD_SECONDS = 86_400;
const MOST_BULK = 1_000_000;
const MOST_LOCK_MINUTES = 24 * 60;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(String.raw`^(?:\*\.)?${LABEL}(?:\.${LABEL})*$`, 'u');

/** True if URL parsing does not change the host. `127.1` becomes `127.0.0.1`, so a rule for `127.1` never matches. */
function isHost(text: string): boolean {
  if (text.length > 253 || !HOST.test(text)) return false;
  const name = text.replace(/^\*\./u, 'x.');
  const address = `https://${name}/`;
  return URL.canParse(address) && new URL(address).hostname === name;
}

export function isDatabaseHost(text: string): boolean {
  return isHost(text) && !text.startsWith('*');
}

function isUpdateAddress(text: string): boolean {
  if (text.length > 2000 || !/^https:\/\/[^/\\@\s]+(?:\/[^\\\s]*)?$/u.test(text)) return false;
  return URL.canParse(text) && new URL(text).search === '' && new URL(text).hash === '';
}

interface Form<T> {
  readonly schema: v.GenericSchema<unknown, T>;
  readonly expected: string;
}

const hosts: Form<readonly string[]> = {
  schema: v.pipe(
    v.array(v.pipe(v.string(), v.check(isHost))),
    v.minLength(1),
    v.maxLength(MOST_HOSTS),
    v.readonly(),
  ),
  expected:
    'a list of host names in lower case, such as ["api.example.com", "*.example.com"], without https://, port or path',
};

function whole(least: number, most: number): Form<number> {
  const schema = v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));
  return { schema, expected: `a whole number from ${formatNumber(least)} to ${formatNumber(most)}` };
}

const yesNo: Form<boolean> = { schema: v.boolean(), expected: 'true or false, without quotation marks' };
const updateAddress: Form<string> = {
  schema: v.pipe(v.string(), v.check(isUpdateAddress)),
  expected: 'an address that starts with https:// and has no user name, question mark or #',
};
const updates: Form<'off' | 'notify' | 'auto'> = {
  schema: v.picklist(['off', 'notify', 'auto']),
  expected: '"off", "notify" or "auto"',
};
const hold = whole(0, LONGEST_HOLD_SECONDS);
const database: Form<{ readonly host: string; readonly port: number; readonly database: string }> = {
  schema: v.pipe(
    v.strictObject({
      host: v.pipe(v.string(), v.check(isDatabaseHost)),
      port: whole(1, 65_535).schema,
      database: v.pipe(v.string(), v.regex(/^[^\p{Cc}]{1,63}$/u)),
    }),
    v.readonly(),
  ),
  expected: 'an object such as {"host": "db.example.com", "port": 5432, "database": "easel"}',
};

const RULES = {
  allowedApiHosts: [hosts, null, 'API addresses, except practice, must use one of these hosts.'],
  allowedEmbedHosts: [hosts, null, 'App addresses, except practice, must use one of these hosts.'],
  readOnly: [yesNo, false, 'Every connection except practice is read-only and can’t be unlocked.'],
  requireKeychain: [
    yesNo,
    false,
    'API keys, except practice keys, and proxy sign-ins can only be saved in the keychain.',
  ],
  allowDelete: [yesNo, true, 'Boards and papers can’t be deleted.'],
  maxBulk: [whole(1, MOST_BULK), null, 'Maximum number of items in one bulk change.'],
  twoPersons: [yesNo, false, 'A bulk delete requires a plan that a colleague approved.'],
  allowVisits: [yesNo, true, 'Live previews are off.'],
  requireReason: [yesNo, false, 'Live previews and bulk deletes require a reason or ticket.'],
  allowKeyExport: [yesNo, true, 'API keys can’t be exported, even with a passphrase.'],
  allowClipboardRead: [yesNo, true, 'Rooms in live previews can’t read the clipboard.'],
  allowPictures: [yesNo, true, 'Easel doesn’t save pictures of boards and papers.'],
  updates: [
    updates,
    null,
    'Easel doesn’t check for updates (off), announces them (notify) or downloads them (auto).',
  ],
  updateUrl: [updateAddress, null, 'Updates come from this address.'],
  teamRegister: [database, null, 'Easel uses this database as the team register.'],
  requireTeamRegister: [
    yesNo,
    false,
    'Boards and papers, except practice, can only be deleted while the team register can be reached.',
  ],
  requirePresence: [yesNo, false, 'Team members can see which rooms their colleagues are in.'],
  idleLockMinutes: [whole(1, MOST_LOCK_MINUTES), null, 'Maximum idle time before Easel locks, in minutes.'],
} as const satisfies Rules;

/** Rules for the hold (delay before sending) of deletes. If a rule is null, the user's preference applies. */
const HOLD_RULES = {
  single: [hold, null, 'How many seconds Easel waits before it sends a single delete.'],
  bulk: [hold, null, 'How many seconds Easel waits before it sends a bulk delete.'],
} as const satisfies Rules;

type Rules = Readonly<
  Record<string, readonly [form: Form<unknown>, fallback: boolean | null, meaning: string]>
>;
type Values<R extends Rules> = { readonly [K in keyof R]: v.InferOutput<R[K][0]['schema']> | R[K][1] };

export interface Policy extends Values<typeof RULES> {
  readonly holdSeconds: Values<typeof HOLD_RULES>;
}

function valuesWithout<R extends Rules>(rules: R): Values<R> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, [, fallback]]) => [name, fallback]),
  ) as Values<R>;
}

export const NO_POLICY: Policy = { ...valuesWithout(RULES), holdSeconds: valuesWithout(HOLD_RULES) };

/** Result of reading the policy file. `broken`: the file exists, but is not trusted or not valid. */
export type PolicyReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'active'; readonly source: string; readonly policy: Policy }
  | { readonly kind: 'broken'; readonly source: string; readonly problem: string };

type Names = Readonly<Record<string, unknown>>;

/** Validates the organisation's policy. The failure is a sentence that names the error and the fix. */
export function readRules(content: unknown): Result<Policy, string> {
  if (!isObject(content)) return fail('The file must contain one object: {"version": 1, …}.');
  if (!Object.hasOwn(content, 'version')) return fail('“version” is missing. Add "version": 1.');
  if (content['version'] !== VERSION) {
    return fail('“version” must be 1. Correct this value, or update Easel.');
  }
  const { version: _version, holdSeconds, ...single } = content;
  const read = readForms(single, RULES, '');
  if (!read.ok) return read;
  if (!Object.hasOwn(content, 'holdSeconds')) return ok({ ...NO_POLICY, ...read.value });
  if (!isObject(holdSeconds)) {
    return fail('“holdSeconds” must be an object, such as {"single": 10, "bulk": 300}.');
  }
  const holds = readForms(holdSeconds, HOLD_RULES, 'holdSeconds.');
  if (!holds.ok) return holds;
  return ok({ ...NO_POLICY, ...read.value, holdSeconds: { ...NO_POLICY.holdSeconds, ...holds.value } });
}

/** Parses policy rules. Uses `hasOwn`, because the name of a rule may be `constructor` or `__proto__`. */
function readForms<R extends Rules>(given: Names, rules: R, above: string) {
  const read: [string, unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    const full = quoted(`${above}${name}`);
    const form = Object.hasOwn(rules, name) ? rules[name]?.[0] : undefined;
    if (form === undefined) {
      return fail(
        `This version of Easel doesn’t support the rule ${full}. Correct its name, or remove the rule.`,
      );
    }
    const parsed = v.safeParse(form.schema, value);
    if (!parsed.success) return fail(`${full} must be ${form.expected}. Correct or remove this rule.`);
    read.push([name, parsed.output]);
  }
  return ok(Object.fromEntries(read) as Partial<Values<R>>);
}

/** Describes the policy for the page. For a `broken` policy, `allows` permits everything, but main refuses calls. */
export function describePolicy(reading: PolicyReading): PolicyState {
  const { kind } = reading;
  const policy = kind === 'active' ? reading.policy : NO_POLICY;
  const { holdSeconds, ...single } = policy;
  return {
    kind,
    source: kind === 'none' ? '' : reading.source,
    problem: kind === 'broken' ? reading.problem : '',
    rules: [...changedRules(single, RULES, ''), ...changedRules(holdSeconds, HOLD_RULES, 'holdSeconds.')],
    allows: {
      sessionKeys: !policy.requireKeychain,
      keyExport: policy.allowKeyExport,
      deletes: policy.allowDelete,
      visits: policy.allowVisits,
      pictures: policy.allowPictures,
      needsReason: policy.requireReason,
      twoPersons: policy.twoPersons,
      mostAtOnce: policy.maxBulk,
      holdSeconds,
    },
  };
}

function changedRules(values: Names, rules: Rules, above: string): readonly PolicyRule[] {
  return Object.entries(rules).flatMap(([name, [, fallback, meaning]]) => {
    const value = values[name];
    if (value === fallback) return [];
    return {
      name: `${above}${name}`,
      meaning,
      value: Array.isArray(value)
        ? value.join(', ')
        : isObject(value)
          ? Object.values(value).join(', ')
          : String(value),
    };
  });
}

/** Refuses most calls from the page while the policy file is broken, because its rules are unknown. */
export function closedByPolicy(policy: PolicyState): (call: Pick<Call, 'answeredWhile'>) => Failure | null {
  if (policy.kind !== 'broken') return () => null;
  const message = `Your organisation’s policy can’t be used: ${policy.problem}`;
  const nextStep = `Ask your administrator to fix ${policy.source}, then restart Easel.`;
  const closed = failure('policy', { message, nextStep });
  return ({ answeredWhile }) => (answeredWhile?.includes('policy-broken') === true ? null : closed);
}
