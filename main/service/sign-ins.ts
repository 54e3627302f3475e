/** What a person has entered for proxies that ask for a sign-in: kept in memory for this run, and nowhere else. */

export interface ProxyCredentials {
  readonly user: string;
  readonly password: string;
}

/** One sign-in as it is sent. A refused one is not sent again: directories lock accounts after a few wrong tries. */
export interface SignIn {
  readonly authorization: string;
  refused: boolean;
}

export class SignIns {
  readonly #held = new Map<string, SignIn>();

  /** `proxy` is its `host:port`; replaces what was entered before. */
  set(proxy: string, { user, password }: ProxyCredentials): void {
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    this.#held.set(proxy, { authorization, refused: false });
  }

  get(proxy: string): SignIn | null {
    return this.#held.get(proxy) ?? null;
  }
}
