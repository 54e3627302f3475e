/** Finds access tokens in responses, and reads their claims. Does not verify signatures. */
import { TOKEN_HEADER } from '../../lib/log/redact.ts';
import type { AccessToken } from '../types.ts';
import { digitsOf, isFields, type Body, parseTime } from './body.ts';

/** Matches a token of three parts (JWS, RFC 7515) or five (JWE, RFC 7516). All parts but the first may be empty. */
const COMPACT = /^[\w-]+(?:(?:\.[\w-]*){2}){1,2}$/u;
const LONGEST_TOKEN = 16_384;

/** Returns the token whose member has the most usual name. Null if all names are unusual and the tokens differ. */
export function readToken(body: Body, at: Receipt): AccessToken | null {
  const found = findToken(body);
  return found === null ? null : { token: found.token, ...expiryOf(found.token, at) };
}

/** Arrival time of a response in epoch ms. `now`: by this computer's clock; `clock`: by the service's, or null. */
interface Receipt {
  readonly now: number;
  readonly clock: number | null;
}

export function tokenForm(body: Body): string | null {
  return findToken(body)?.form ?? null;
}

interface FoundToken {
  readonly form: string;
  readonly token: string;
  readonly rank: number;
}

/** Lower-case names of members with the access token, most likely first. Members with other names come last. */
const NAMES: readonly RegExp[] = [
  /^token$/u,
  /^(?:access|room|paper|board|join)?(?:token|jwt)$/u,
  /token|jwt/u,
];
/** Names of members with other tokens, which renew a session or identify a user. */
const OTHER_TOKENS = /refresh|^id_?token$|csrf|xsrf/iu;

function findToken(body: Body): FoundToken | null {
  if (body.kind === 'text') return tokenIn(body.text, 'plain text', 0);
  if (body.kind !== 'json') return null;
  const found = tokensIn(body.value);
  const [best] = found.toSorted((one, other) => one.rank - other.rank);
  if (best?.rank === NAMES.length && found.some(({ token }) => token !== best.token)) return null;
  return best ?? null;
}

function tokenIn(candidate: string, form: string, rank: number): FoundToken | null {
  // Skips texts that are longer than a token can be, because matching them would be slow.
  const text = candidate.trim();
  const token = text.length <= LONGEST_TOKEN ? text.replace(/^"(.*)"$/u, '$1') : '';
  return isToken(token) ? { form, token, rank } : null;
}

const DEEPEST = 3;
const MOST_MEMBERS = 100;

/** Returns all tokens in a response, outermost first. Skips lists with more than one item. */
function tokensIn(answer: unknown): readonly FoundToken[] {
  const found: (FoundToken | null)[] = [];
  const left = [{ value: answer, path: [] as readonly string[], rank: NAMES.length }];
  for (const { value, path, rank } of left) {
    const inner = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
    if (typeof inner === 'string') found.push(tokenIn(inner, path.join('.') || 'a JSON string', rank));
    if (!isFields(inner) || path.length === DEEPEST) continue;
    for (const [name, member] of Object.entries(inner).slice(0, MOST_MEMBERS)) {
      if (!OTHER_TOKENS.test(name))
        left.push({ value: member, path: [...path, sayable(name)], rank: rankOf(name, rank) });
    }
  }
  return found.filter((each) => each !== null);
}

/** Ranks a token by its member's name, or by the better rank `outer` of the members around it. 0 is the best rank. */
function rankOf(name: string, outer: number): number {
  const plain = name.replaceAll(/[-_ ]/gu, '').toLowerCase();
  const own = NAMES.findIndex((names) => names.test(plain));
  return Math.min(own === -1 ? NAMES.length : own, outer);
}

function sayable(name: string): string {
  return /^[a-z_-]{1,30}$/iu.test(name) ? name : '…';
}

/** True if a text is a token: its first part is a JSON object with `alg`. Accepts only tokens that can be redacted. */
function isToken(text: string): boolean {
  TOKEN_HEADER.lastIndex = 0;
  if (!COMPACT.test(text) || !TOKEN_HEADER.test(text)) return false;
  return typeof objectIn(text.slice(0, text.indexOf('.')))['alg'] === 'string';
}

/** If the service's clock is unknown, assumes that the service issued the token when the response arrived. */
function expiryOf(token: string, { now, clock }: Receipt): Omit<AccessToken, 'token'> {
  const { exp, iat } = payloadOf(token);
  const expiresAt = momentOf(exp);
  if (expiresAt === null) return { expiresAt };
  if (clock !== null) return { expiresAt, expiresHere: expiresAt + now - clock };
  const issuedAt = Math.min(momentOf(iat) ?? now, expiresAt);
  return { expiresAt, expiresHere: expiresAt + now - issuedAt, isAbout: true };
}

export interface Claim {
  readonly name: string;
  readonly value: string;
  readonly at: number | null;
}

/** Claims with a time in epoch seconds (RFC 7519, OpenID Connect). Some services send ms or dates instead. */
const MOMENTS: ReadonlySet<string> = new Set(['exp', 'nbf', 'iat', 'auth_time', 'updated_at']);

/** Returns all claims of a token for display. Empty if the token is encrypted or unreadable. */
export function claimsOf(token: string): readonly Claim[] {
  return Object.entries(payloadOf(token)).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    at: MOMENTS.has(name) ? momentOf(value) : null,
  }));
}

/** Returns a token's claims; none if it is encrypted (JWE). Only the service can verify the signature. */
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

function momentOf(value: unknown): number | null {
  const text = typeof value === 'string' ? value.trim() : digitsOf(value);
  return text === null ? null : (parseTime(text)?.epochMs ?? null);
}
