import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';

/** Lifetime of an access token in seconds. The real service's lifetime is not documented. */
export const TOKEN_LIFETIME = 2 * 60 * 60;

/** Claims of an access token. Times are seconds since 1970. */
export interface TokenClaims {
  readonly paper: string;
  readonly name: string;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

type TokenRefusal = 'missing' | 'invalid' | 'expired' | 'other-paper';

const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

export class Tokens {
  readonly #secret = randomBytes(32);

  /** Creates an access token for one user and one paper: a JWT (HS256). `now` is epoch ms. */
  mint(paper: string, name: string, now: number): string {
    const iat = Math.floor(now / 1000);
    const claims: TokenClaims = { paper, name, iat, exp: iat + TOKEN_LIFETIME, jti: randomUUID() };
    const signed = `${HEADER}.${encode(claims)}`;
    return `${signed}.${this.#sign(signed)}`;
  }

  /** Checks an access token's format, signature, expiry and paper, in this order. `now` is epoch ms. */
  verify(token: string | undefined, paper: string, now: number): Result<TokenClaims, TokenRefusal> {
    if (!token) return fail('missing');
    const [header, payload = '', ...rest] = token.split('.');
    if (header !== HEADER || rest.join('.') !== this.#sign(`${header}.${payload}`)) return fail('invalid');
    // The payload needs no validation, because the valid signature proves that `mint` wrote it.
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as TokenClaims;
    if (claims.exp * 1000 <= now) return fail('expired');
    if (claims.paper !== paper) return fail('other-paper');
    return ok(claims);
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
