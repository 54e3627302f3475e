/** Access tokens: found in every likely form, and read without being verified or shown. */
import { TOKEN_HEADER } from '../../lib/log/redact.ts';
import type { AccessToken } from '../types.ts';
import { isFields, type Body } from './body.ts';

const TOKEN_NAMES = ['token', 'access_token', 'accessToken', 'jwt'] as const;

/**
 * Compact JWS: three parts (RFC 7515, 7.1). Compact JWE: five (RFC 7516, 7.1). All but the header may be empty: a detached
 * payload, no signature, no encrypted key, no text, IV or tag.
 */
const COMPACT = /^[\w-]+(?:(?:\.[\w-]*){2}){1,2}$/u;
const LONGEST_TOKEN = 16_384;

/** The token of an answer: bare text, a JSON string, or a member named for it, also under `data` or in a list of one. */
export function readToken(body: Body): AccessToken | null {
  const found = findToken(body);
  return found === null ? null : { token: found.token, expiresAt: expiryOf(found.token) };
}

/** Where in the answer the token is, in words; null where there is none. */
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
    // Long texts are no tokens, and too much for an expression.
    const text = candidate.trim();
    const token = text.length <= LONGEST_TOKEN ? text.replace(/^"(.*)"$/u, '$1') : '';
    if (isToken(token)) return { form, token };
  }
  return null;
}

/** A text in parts, of which the first is a JSON object with `alg`, and begins as the redactor knows it. */
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

/** The claim `exp` in epoch ms; null when there is none. */
function expiryOf(token: string): number | null {
  return momentOf(payloadOf(token)['exp']);
}

/** What a token says of itself. */
export interface Claim {
  readonly name: string;
  /** As text; JSON for what is no string. */
  readonly value: string;
  /** Epoch ms, for a claim that is a moment. */
  readonly at: number | null;
}

/** Claims that are seconds since 1970 (RFC 7519, OpenID Connect). */
const MOMENTS: ReadonlySet<string> = new Set(['exp', 'nbf', 'iat', 'auth_time', 'updated_at']);

/** Every claim of a token, in its order; none if it is encrypted or can't be read. */
export function claimsOf(token: string): readonly Claim[] {
  return Object.entries(payloadOf(token)).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    at: MOMENTS.has(name) ? momentOf(value) : null,
  }));
}

/** The claims of a JWS; those of a JWE are encrypted. The signature is not checked: only the service can. */
function payloadOf(token: string): Readonly<Record<string, unknown>> {
  const [, payload = '', ...others] = token.split('.');
  return others.length === 1 ? objectIn(payload) : {};
}

/** The JSON object that a part of a token holds; empty for anything else. */
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

/** The last moment that a Date can hold (ECMAScript, Time Values). */
const LATEST_MS = 8.64e15;
