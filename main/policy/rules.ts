/** The rules that a policy file may hold: their form, and the policy that results. */
import * as v from 'valibot';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { NO_POLICY, type Policy } from './policy.ts';
import { formatNumber, quoted } from '../wording/format.ts';
import { isObject } from '../files/json-file.ts';

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
const hold = whole(0, LONGEST_HOLD_SECONDS);
const HOLD_FORMS = { single: hold, bulk: hold } as const;

/** All rules but `holdSeconds`, which holds two. */
const FORMS = {
  allowedApiHosts: hosts,
  allowedEmbedHosts: hosts,
  readOnly: yesNo,
  requireKeychain: yesNo,
  allowDelete: yesNo,
  maxBulk: whole(1, MOST_BULK),
  twoPersons: yesNo,
  allowVisits: yesNo,
  requireReason: yesNo,
  allowKeyExport: yesNo,
  allowClipboardRead: yesNo,
  updates: {
    schema: v.picklist(['off', 'notify', 'auto']),
    due: '"off", "notify" or "auto"',
  },
  updateUrl: {
    schema: v.pipe(v.string(), v.check(isUpdateAddress)),
    due: 'an address that starts with https://, without user name, question mark or #',
  },
  idleLockMinutes: whole(1, MOST_LOCK_MINUTES),
} as const satisfies {
  readonly [K in Exclude<keyof Policy, 'holdSeconds'>]: Form<NonNullable<Policy[K]>>;
};

type Names = Readonly<Record<string, unknown>>;

/** Returns the policy in a file's content, or the sentence that names the error and what to do. */
export function readRules(content: unknown): Result<Policy, string> {
  if (!isObject(content)) return fail('The file must contain one object: {"version": 1, …}.');
  if (!Object.hasOwn(content, 'version')) return fail('“version” is missing. Add "version": 1.');
  if (content['version'] !== VERSION) {
    return fail('“version” must be 1. Correct it, or update Easel.');
  }
  const { version: _version, holdSeconds, ...single } = content;
  const read = readForms(single, FORMS, '');
  if (!read.ok) return read;
  if (!Object.hasOwn(content, 'holdSeconds')) return ok({ ...NO_POLICY, ...read.value });
  if (!isObject(holdSeconds)) {
    return fail('“holdSeconds” must be an object, such as {"single": 10, "bulk": 300}.');
  }
  const held = readForms(holdSeconds, HOLD_FORMS, 'holdSeconds.');
  if (!held.ok) return held;
  return ok({ ...NO_POLICY, ...read.value, holdSeconds: { ...NO_POLICY.holdSeconds, ...held.value } });
}

type Forms = Readonly<Record<string, Form<unknown>>>;
type Values<F extends Forms> = { readonly [K in keyof F]?: v.InferOutput<F[K]['schema']> };

/**
 * Reads each name by its form; a name without one is an error.
 *
 * Own names are asked for by hand: a strict object of valibot takes `constructor` and `__proto__` for known ones.
 */
function readForms<F extends Forms>(given: Names, forms: F, above: string): Result<Values<F>, string> {
  const read: [string, unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    const full = quoted(`${above}${name}`);
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form === undefined) {
      return fail(`${full} is not a rule this version of Easel knows. Correct its name, or remove it.`);
    }
    const parsed = v.safeParse(form.schema, value);
    if (!parsed.success) return fail(`${full} must be ${form.due}. Correct it, or remove it.`);
    read.push([name, parsed.output]);
  }
  return ok(Object.fromEntries(read) as Values<F>);
}
