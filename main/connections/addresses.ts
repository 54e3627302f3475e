import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { decoded } from '../../preload/contract/later-facts.ts';
import { INVISIBLE_BUT_SPACE, readPasted, readVisible } from '../lib/pasted.ts';
import type { Policy } from '../ipc/policy/policy.ts';
import type { Addresses } from '../service/api.ts';
import { isThisComputer } from '../service/http.ts';

/** Returns a typed address without trailing slashes. Rejects `…/api` and `…/room/<id>`, because requests would fail. */
export function readAddress(typed: string): Result<string, string> {
  const pasted = readPasted(typed);
  if (!pasted.ok) return pasted;
  const text = pasted.value;
  if (text === '') return fail('Enter an address, such as https://api.example.com.');
  if (text.length > 2000) return fail('This address is too long.');
  if (text.includes('\\')) return fail('Remove the backslashes.');
  if (!/^https?:\/\/[^/]/i.test(text)) return fail('Start with https:// and the host name.');
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return fail('Enter a valid address, such as https://api.example.com.');
  }
  if (url.username !== '' || url.password !== '' || text.split('/')[2]?.includes('@') === true) {
    return fail('Remove the user name and password. Easel only sends the API key.');
  }
  if (url.protocol === 'http:' && !isThisComputer(url.hostname)) {
    return fail('Use https://. Plain http:// works only for this computer.');
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
    return fail('Remove the question mark or # and everything after it.');
  }
  if (/%2f|%5c/i.test(text)) return fail('Remove the encoded slashes (%2F or %5C).');
  const visible = readVisible(decoded(url.pathname) ?? '', 'path', INVISIBLE_BUT_SPACE);
  if (!visible.ok) return visible;
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/api(?:\/(?:paper|board|access-token)(?:\/.*)?)?$/i.test(path)) {
    return fail('Remove /api and everything after it. Easel adds this part.');
  }
  if (/\/room(?:\/|$)/i.test(path))
    return fail('Remove /room and everything after it. Easel adds this part.');
  return ok(url.origin + path);
}

export type HostRules = Pick<Policy, 'allowedApiHosts' | 'allowedEmbedHosts'>;

export const ADDRESS_FIELDS = ['paperApi', 'boardApi', 'appUrl'] as const;

/** True if the host of an address is allowed by a rule such as `api.example.com` or `*.example.com`. */
function isAllowed(address: string, entries: readonly string[]): boolean {
  const { host, hostname } = new URL(address);
  return entries.some((entry) => {
    const wanted = entry.toLowerCase();
    return wanted.startsWith('*.')
      ? hostname.endsWith(wanted.slice(1)) && hostname.length >= wanted.length
      : wanted === hostname || wanted === host;
  });
}

export function forbiddenFields(rules: HostRules, addresses: Addresses): Readonly<Record<string, string>> {
  const wrong = ADDRESS_FIELDS.flatMap((field) => {
    const entries = field === 'appUrl' ? rules.allowedEmbedHosts : rules.allowedApiHosts;
    const address = addresses[field];
    if (entries === null || address === '' || isAllowed(address, entries)) return [];
    return [[field, `Your organisation doesn’t allow the host ${new URL(address).host}.`]];
  });
  return Object.fromEntries(wrong) as Readonly<Record<string, string>>;
}

export function whyNotAllowed(rules: HostRules, addresses: Addresses): string | null {
  return Object.values(forbiddenFields(rules, addresses))[0] ?? null;
}
