/** Finds access tokens in responses and reads their claims. Never verifies or shows a token. */
import { TOKEN_HEADER } from '../../lib/log/redact.ts';
import type { AccessToken } from '../types.ts';
import { digitsOf, isFields, type Body } from './body.ts';
import { parseTime } from './fields.ts';

/** Compact JWS has three parts (RFC 7515, 7.1), JWE five (RFC 7516, 7.1). All but the header may be empty. */
const COMPACT = /^[\w-]+(?:(?:\.[\w-]*){2}){1,2}$/u;
const LONGEST_TOKEN = 16_384;

/**
 * Returns the token: bare text, a JSON string, or a member of the response. A token-like name is preferred, then the
 * outermost member. Null if several members differ and none has such a name.
 */
export function readToken(body: Body, at: Receipt): AccessToken | null {
  const found = findToken(body);
  return found === null ? null : { token: found.token, ...expiryOf(found.token, at) };
}

/** Time of receipt by this computer's clock and by the service's, epoch ms; null if it sent none. */
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

/** Names of the token, lower case without separators, the best first. Any other name comes last. */
const NAMES: readonly RegExp[] = [
  /^token$/u,
  /^(?:access|room|paper|board|join)?(?:token|jwt)$/u,
  /token|jwt/u,
];
/** These renew a session or identify a person, and join nothing. */
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
  // Long texts are no tokens, and slow to match.
  const text = candidate.trim();
  const token = text.length <= LONGEST_TOKEN ? text.replace(/^"(.*)"$/u, '$1') : '';
  return isToken(token) ? { form, token, rank } : null;
}

const DEEPEST = 3;
const MOST_MEMBERS = 100;

/** Returns the tokens of a response, the outermost first. Lists with several items are not searched. */
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

/** A member of an object with a token-like name counts as if it had that name. */
function rankOf(name: string, outer: number): number {
  const plain = name.replaceAll(/[-_ ]/gu, '').toLowerCase();
  const own = NAMES.findIndex((names) => names.test(plain));
  return Math.min(own === -1 ? NAMES.length : own, outer);
}

/** The form is shown and stored, so it must not hold a value. */
function sayable(name: string): string {
  return /^[a-z_-]{1,30}$/iu.test(name) ? name : '…';
}

/** True if the first part is a JSON object with `alg`, and the redactor recognises it. */
function isToken(text: string): boolean {
  TOKEN_HEADER.lastIndex = 0;
  if (!COMPACT.test(text) || !TOKEN_HEADER.test(text)) return false;
  return typeof objectIn(text.slice(0, text.indexOf('.')))['alg'] === 'string';
}

/** Without the service's clock a token is taken as issued at its receipt. */
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

/** Claims in epoch seconds (RFC 7519, OpenID Connect). Some services send milliseconds or dates. */
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

function momentOf(value: unknown): number | null {
  const text = typeof value === 'string' ? value.trim() : digitsOf(value);
  return text === null ? null : (parseTime(text)?.epochMs ?? null);
}
