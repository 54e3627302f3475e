/** Finds access tokens in responses and reads their claims. Never verifies or shows a token. */
import { TOKEN_HEADER } from '../../lib/log/redact.ts';
import type { AccessToken } from '../types.ts';
import { isFields, type Body } from './body.ts';

const TOKEN_NAMES = ['token', 'access_token', 'accessToken', 'jwt'] as const;

/** Compact JWS has three parts (RFC 7515, 7.1), JWE five (RFC 7516, 7.1). All but the header may be empty. */
const COMPACT = /^[\w-]+(?:(?:\.[\w-]*){2}){1,2}$/u;
const LONGEST_TOKEN = 16_384;

/** Returns the token: bare text, a JSON string, or a member named for it, also under `data` or in a list of one. */
export function readToken(body: Body): AccessToken | null {
  const found = findToken(body);
  return found === null ? null : { token: found.token, expiresAt: expiryOf(found.token) };
}

export function tokenForm(body: Body): string | null {
  return findToken(body)?.form ?? null;
}

interface FoundToken {
  readonly form: string;
  readonly token: string;
}

function findToken(body: Body): FoundToken | null {
  for (const [form, candidate] of candidates(body)) {
    if (typeof candidate !== 'string') continue;
    // Long texts are no tokens, and slow to match.
    const text = candidate.trim();
    const token = text.length <= LONGEST_TOKEN ? text.replace(/^"(.*)"$/u, '$1') : '';
    if (isToken(token)) return { form, token };
  }
  return null;
}

/** True if the first part is a JSON object with `alg`, and the redactor recognises it. */
function isToken(text: string): boolean {
  TOKEN_HEADER.lastIndex = 0;
  if (!COMPACT.test(text) || !TOKEN_HEADER.test(text)) return false;
  return typeof objectIn(text.slice(0, text.indexOf('.')))['alg'] === 'string';
}

function candidates(body: Body): readonly (readonly [form: string, value: unknown])[] {
  if (body.kind === 'text') return [['plain text', body.text]];
  if (body.kind !== 'json') return [];
  const value = onlyOf(body.value);
  const data = isFields(value) ? onlyOf(value['data']) : undefined;
  const named = (holder: unknown, path: string) =>
    isFields(holder) ? TOKEN_NAMES.map((name) => [path + name, holder[name]] as const) : [];
  return [['a JSON string', value], ...named(value, ''), ...named(data, 'data.'), ['data', data]];
}

function onlyOf(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function expiryOf(token: string): number | null {
  return momentOf(payloadOf(token)['exp']);
}

export interface Claim {
  readonly name: string;
  readonly value: string;
  readonly at: number | null;
}

/** Claims in epoch seconds (RFC 7519, OpenID Connect). */
const MOMENTS: ReadonlySet<string> = new Set(['exp', 'nbf', 'iat', 'auth_time', 'updated_at']);

/** Returns all claims of a token; none if it is encrypted or unreadable. */
export function claimsOf(token: string): readonly Claim[] {
  return Object.entries(payloadOf(token)).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    at: MOMENTS.has(name) ? momentOf(value) : null,
  }));
}

/** A JWE's claims are encrypted. Only the service can check the signature. */
function payloadOf(token: string): Readonly<Record<string, unknown>> {
  const [, payload = '', ...others] = token.split('.');
  return others.length === 1 ? objectIn(payload) : {};
}

function objectIn(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

function momentOf(seconds: unknown): number | null {
  const isTime = typeof seconds === 'number' && seconds > 0 && seconds * 1000 <= LATEST_MS;
  return isTime ? Math.round(seconds * 1000) : null;
}

/** Latest time of a Date (ECMAScript, Time Values). */
const LATEST_MS = 8.64e15;
