/** The rules that an organisation may set: what each may be, what holds without it, and how a file of them is read. */
import * as v from 'valibot';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { isObject } from '../files/json-file.ts';
import { formatNumber, quoted } from '../wording/format.ts';

const VERSION = 1;
const MOST_HOSTS = 500;
const LONGEST_HOLD_SECONDS = 86_400;
const MOST_BULK = 1_000_000;
const MOST_LOCK_MINUTES = 24 * 60;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const HOST = new RegExp(String.raw`^(?:\*\.)?${LABEL}(?:\.${LABEL})*$`, 'u');

/** Whether a host is written as addresses have it: `127.1` would be allowed and never met. */
function isHost(text: string): boolean {
  if (text.length > 253 || !HOST.test(text)) return false;
  const name = text.replace(/^\*\./u, 'x.');
  const address = `https://${name}/`;
  return URL.canParse(address) && new URL(address).hostname === name;
}

function isUpdateAddress(text: string): boolean {
  if (text.length > 2000 || !/^https:\/\/[^/\\@\s]+(?:\/[^\\\s]*)?$/u.test(text)) return false;
  return URL.canParse(text) && new URL(text).search === '' && new URL(text).hash === '';
}

interface Form<T> {
  readonly schema: v.GenericSchema<unknown, T>;
  /** Completes “… must be”. */
  readonly due: string;
}

const hosts: Form<readonly string[]> = {
  schema: v.pipe(
    v.array(v.pipe(v.string(), v.check(isHost))),
    v.minLength(1),
    v.maxLength(MOST_HOSTS),
    v.readonly(),
  ),
  due: 'a list of host names in lower case, such as ["api.example.com", "*.example.com"], without https://, port or path',
};

function whole(least: number, most: number): Form<number> {
  const schema = v.pipe(v.number(), v.safeInteger(), v.minValue(least), v.maxValue(most));
  return { schema, due: `a whole number from ${formatNumber(least)} to ${formatNumber(most)}` };
}

const yesNo: Form<boolean> = { schema: v.boolean(), due: 'true or false, without quotation marks' };
const updateAddress: Form<string> = {
  schema: v.pipe(v.string(), v.check(isUpdateAddress)),
  due: 'an address that starts with https://, without user name, question mark or #',
};
const hold = whole(0, LONGEST_HOLD_SECONDS);

/** The form of each rule, and what holds without it: then everything is the person's own decision. */
const RULES = {
  /** Hosts of the two APIs that a connection may have, such as `api.example.com`; null for all. */
  allowedApiHosts: [hosts, null],
  /** Hosts of the app address; null for all. */
  allowedEmbedHosts: [hosts, null],
  /** Every connection is read-only, and can't be unlocked. */
  readOnly: [yesNo, false],
  /** Keys are kept in the OS keychain or not at all: no "only for this session". */
  requireKeychain: [yesNo, false],
  allowDelete: [yesNo, true],
  /** The most things one bulk change may touch; null for no limit. */
  maxBulk: [whole(1, MOST_BULK), null],
  /** One person drafts a bulk delete and another runs it. */
  twoPersons: [yesNo, false],
  /** Live previews, which make a person visible to everyone in the room. */
  allowVisits: [yesNo, true],
  /** A visit, and a deletion that is reviewed first, needs a reason or ticket. */
  requireReason: [yesNo, false],
  /** Whether exports may hold keys, under a passphrase. */
  allowKeyExport: [yesNo, true],
  /** Whether a live room may read the clipboard. */
  allowClipboardRead: [yesNo, true],
  /** Small pictures of what previews showed. */
  allowPictures: [yesNo, true],
  updates: [{ schema: v.picklist(['off', 'notify', 'auto']), due: '"off", "notify" or "auto"' }, null],
  updateUrl: [updateAddress, null],
  /** The most minutes until the idle lock; null leaves it to the person. */
  idleLockMinutes: [whole(1, MOST_LOCK_MINUTES), null],
} as const satisfies Rules;

/** How long a delete is held before it is sent, in seconds; null leaves it to Easel. At most 24 hours. */
const HOLD_RULES = { single: [hold, null], bulk: [hold, null] } as const satisfies Rules;

type Rules = Readonly<Record<string, readonly [form: Form<unknown>, otherwise: boolean | null]>>;
type Values<R extends Rules> = { readonly [K in keyof R]: v.InferOutput<R[K][0]['schema']> | R[K][1] };

export interface Policy extends Values<typeof RULES> {
  readonly holdSeconds: Values<typeof HOLD_RULES>;
}

function valuesWithout<R extends Rules>(rules: R): Values<R> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, [, otherwise]]) => [name, otherwise]),
  ) as Values<R>;
}

/** Without a policy everything is the person's own decision. */
export const NO_POLICY: Policy = { ...valuesWithout(RULES), holdSeconds: valuesWithout(HOLD_RULES) };

/** The policy found on this system. `broken`: there is a file, but it can't be trusted or understood. */
export type PolicyReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'active'; readonly source: string; readonly policy: Policy }
  | { readonly kind: 'broken'; readonly source: string; readonly problem: string };

type Names = Readonly<Record<string, unknown>>;

/** Returns the policy in a file's content, or the sentence that names the error and what to do. */
export function readRules(content: unknown): Result<Policy, string> {
  if (!isObject(content)) return fail('The file must contain one object: {"version": 1, …}.');
  if (!Object.hasOwn(content, 'version')) return fail('“version” is missing. Add "version": 1.');
  if (content['version'] !== VERSION) {
    return fail('“version” must be 1. Correct it, or update Easel.');
  }
  const { version: _version, holdSeconds, ...single } = content;
  const read = readForms(single, RULES, '');
  if (!read.ok) return read;
  if (!Object.hasOwn(content, 'holdSeconds')) return ok({ ...NO_POLICY, ...read.value });
  if (!isObject(holdSeconds)) {
    return fail('“holdSeconds” must be an object, such as {"single": 10, "bulk": 300}.');
  }
  const held = readForms(holdSeconds, HOLD_RULES, 'holdSeconds.');
  if (!held.ok) return held;
  return ok({ ...NO_POLICY, ...read.value, holdSeconds: { ...NO_POLICY.holdSeconds, ...held.value } });
}

/**
 * Reads each name by its form; a name without one is an error.
 *
 * Own names are asked for by hand: a strict object of valibot takes `constructor` and `__proto__` for known ones.
 */
function readForms<R extends Rules>(
  given: Names,
  rules: R,
  above: string,
): Result<Partial<Values<R>>, string> {
  const read: [string, unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    const full = quoted(`${above}${name}`);
    const form = Object.hasOwn(rules, name) ? rules[name]?.[0] : undefined;
    if (form === undefined) {
      return fail(`${full} is not a rule this version of Easel knows. Correct its name, or remove it.`);
    }
    const parsed = v.safeParse(form.schema, value);
    if (!parsed.success) return fail(`${full} must be ${form.due}. Correct it, or remove it.`);
    read.push([name, parsed.output]);
  }
  return ok(Object.fromEntries(read) as Partial<Values<R>>);
}
