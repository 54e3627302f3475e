/**
 * Stores user name and password of each proxy (`host:port`) in a keychain item. Sends them only to this proxy. The
 * settings contain the list of proxies. A proxy is added to this list before its keychain item is written, and removed
 * after the item is proven deleted. So a listed proxy without a readable item is an error.
 */
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import type { SavedSignIn, SignInKept } from '../../../preload/contract/service.ts';
import { KeyedMutex } from '../../lib/keyed-mutex.ts';
import type { Secrets } from '../../lib/log/redact.ts';
import { failure, orStorage, UNTOUCHED } from '../../lib/wording/failure.ts';
import { signInOf, type ProxyCredentials, type SignIn, type SignIns } from '../../service/routes.ts';
import type { Store } from '../../store/database.ts';
import type { Keychain } from '../keychain/keychain.ts';

export interface ProxySignInsOptions {
  readonly keychain: Keychain;
  readonly settings: Store['settings'];
  readonly isLocked: () => boolean;
  readonly policy: { readonly requireKeychain: boolean };
  readonly secrets: Pick<Secrets, 'add' | 'remove'>;
  /** Proxy sign-ins from environment variables. A sign-in that the user entered takes precedence. Never saved. */
  readonly variables: ReadonlyMap<string, ProxyCredentials>;
}

interface Known {
  readonly signIn: SignIn;
  readonly kept: SignInKept['kept'];
}

const LISTED = 'proxy-sign-ins';
const CHANGE = 'change';

export class ProxySignIns implements SignIns {
  readonly #options: ProxySignInsOptions;
  readonly #memory = new Map<string, Known>();
  /** Proxy passwords used since the last lock. A removed password stays redacted, because later errors may quote it. */
  readonly #redacted: string[] = [];
  readonly #variables: ReadonlyMap<string, SignIn>;
  #listed: ReadonlySet<string> = new Set();
  readonly #mutex = new KeyedMutex();

  constructor(options: ProxySignInsOptions) {
    this.#options = options;
    const variables = [...options.variables].map(([proxy, found]) => [proxy, signInOf(found)] as const);
    this.#variables = new Map(variables);
    for (const [, signIn] of variables) for (const secret of secretsOf(signIn)) options.secrets.add(secret);
  }

  /** Reads the list of proxies with a saved sign-in. Call this before the first request. */
  async open(): Promise<void> {
    const listed = (await this.#options.settings.get(LISTED)) ?? '';
    this.#listed = new Set(listed.split(' ').filter((proxy) => proxy !== ''));
  }

  get(proxy: string): SignIn | undefined {
    return this.#memory.get(proxy)?.signIn ?? this.#variables.get(proxy);
  }

  /** Reads a saved proxy sign-in into memory. Fails with `locked` or a keychain failure. Never rejects. */
  load(proxy: string): Promise<Result<null>> {
    const isNeeded = (): boolean => this.#listed.has(proxy) && !this.#memory.has(proxy);
    if (!isNeeded()) return Promise.resolve(ok(null));
    return this.#mutex.run(CHANGE, async () => {
      if (!isNeeded()) return ok(null);
      const { keychain, isLocked } = this.#options;
      if (isLocked()) return fail(failure('locked'));
      const read = await keychain.get(accountOf(proxy));
      if (!read.ok) return read;
      const credentials = read.value === null ? null : credentialsIn(read.value);
      if (credentials === null) return fail(failure('keychain-error'));
      // If Easel was locked during the keychain read, the proxy password must not stay in memory.
      if (isLocked()) return fail(failure('locked'));
      this.#remember(proxy, credentials, 'keychain');
      return ok(null);
    });
  }

  list(): readonly SavedSignIn[] {
    return [...new Set([...this.#listed, ...this.#memory.keys()])]
      .toSorted()
      .map((proxy) => ({ proxy, kept: this.#memory.get(proxy)?.kept ?? 'keychain' }));
  }

  /** Saves a proxy's sign-in in the keychain. If the keychain fails, keeps it in memory until Easel locks or quits. */
  save(proxy: string, credentials: ProxyCredentials): Promise<Result<SignInKept>> {
    return this.#mutex.run(CHANGE, async () => {
      const { keychain, isLocked, policy } = this.#options;
      if (isLocked()) return fail(failure('locked'));
      const wasListed = this.#listed.has(proxy);
      const listed = await this.#setListed([...this.#listed, proxy]);
      const saved = listed.ok ? await keychain.set(accountOf(proxy), textOf(credentials)) : listed;
      if (!saved.ok && UNTOUCHED.has(saved.error.code) && !wasListed) await this.#unlist(proxy);
      if (isLocked()) return fail(failure('locked'));
      const why = saved.ok ? '' : `The password couldn’t be saved. ${saved.error.message}`;
      if (!saved.ok && policy.requireKeychain)
        return fail({ ...saved.error, message: why, nextStep: KEYCHAIN_ONLY });
      const kept = saved.ok ? 'keychain' : 'session';
      this.#remember(proxy, credentials, kept);
      return ok({ kept, why });
    });
  }

  /** Removes a proxy's sign-in. Succeeds only if its keychain item is proven deleted. */
  forget(proxy: string): Promise<Result<null>> {
    return this.#mutex.run(CHANGE, async () => {
      this.#memory.delete(proxy);
      if (!this.#listed.has(proxy)) return ok(null);
      const removed = await this.#options.keychain.remove(accountOf(proxy));
      return removed.ok ? this.#unlist(proxy) : removed;
    });
  }

  async forgetAll(): Promise<Result<null>> {
    this.drop();
    const results: Result<null>[] = [];
    for (const proxy of this.#listed) results.push(await this.forget(proxy));
    return results.find((result) => !result.ok) ?? ok(null);
  }

  /** Drops all proxy sign-ins from memory. Remembers only which saved sign-ins are refused or outdated. */
  drop(): void {
    for (const [proxy, { signIn, kept }] of this.#memory) {
      // A session-only sign-in may have replaced a refused saved one. So the saved one is treated as refused.
      const isOutdated = kept === 'session' ? this.#listed.has(proxy) : signIn.refused;
      if (isOutdated) this.#memory.set(proxy, { signIn: REFUSED, kept: 'keychain' });
      else this.#memory.delete(proxy);
    }
    for (const secret of this.#redacted.splice(0)) this.#options.secrets.remove(secret);
  }

  #remember(proxy: string, credentials: ProxyCredentials, kept: Known['kept']): void {
    const signIn = signInOf(credentials);
    for (const secret of secretsOf(signIn)) this.#options.secrets.add(secret);
    this.#redacted.push(...secretsOf(signIn));
    this.#memory.set(proxy, { signIn, kept });
  }

  #unlist(proxy: string): Promise<Result<null>> {
    return this.#setListed([...this.#listed].filter((each) => each !== proxy));
  }

  async #setListed(proxies: readonly string[]): Promise<Result<null>> {
    const next = new Set(proxies);
    const text = next.size === 0 ? null : [...next].join(' ');
    const setting = this.#options.settings.set(LISTED, text);
    const written = await orStorage<null>(setting.then(() => ok(null)));
    if (written.ok) this.#listed = next;
    return written;
  }
}

/** Placeholder for refused proxy credentials. Never sent again, because failed sign-ins can lock an account. */
const REFUSED: SignIn = { credentials: { user: '', password: '' }, refused: true };

const KEYCHAIN_ONLY = 'Your organisation requires the keychain. Fix the keychain, then sign in again.';

const accountOf = (proxy: string): string => `proxy-${proxy}`;

/** Encodes user name and password as Base64, because keychain items can't contain control characters. */
function textOf({ user, password }: ProxyCredentials): string {
  return Buffer.from(`${user}:${password}`).toString('base64');
}

/** Decodes a keychain item with user name and password. Null if another program has changed the item. */
function credentialsIn(text: string): ProxyCredentials | null {
  const decoded = Buffer.from(text, 'base64').toString();
  const at = decoded.indexOf(':');
  const credentials = { user: decoded.slice(0, at), password: decoded.slice(at + 1) };
  return at > 0 && textOf(credentials) === text ? credentials : null;
}

function secretsOf({ credentials }: SignIn): readonly string[] {
  const { password } = credentials;
  return password === '' ? [] : [password, textOf(credentials)];
}
