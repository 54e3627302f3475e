import type { ArgsOf } from '../../../preload/contract/contract.ts';
import { ok, fail, type Result } from '../../../preload/contract/failure.ts';
import type { NetworkSettings } from '../../../preload/contract/service.ts';
import { changed, settingsChanged, unlogged } from '../../activity/entries.ts';
import type { Core } from '../../ipc/core.ts';
import type { Files } from '../../lib/files/files.ts';
import type { CallsOf, Question } from '../../lib/implementation.ts';
import { readCaFile, type CaCertificate } from '../../service/ca-file.ts';
import { failure, refusalSince, wrongFields } from '../../lib/wording/failure.ts';
import type { Transport } from '../../service/transport.ts';
import type { Addresses } from '../../service/types.ts';
import type { Store } from '../../store/database.ts';
import { forgetSignInQuestion, signInQuestion } from '../questions.ts';
import type { ProxySignIns } from './proxy-sign-ins.ts';

export interface NetworkOptions extends Pick<Core, 'recordOf' | 'record'> {
  readonly settings: Store['settings'];
  readonly transport: Pick<Transport, 'setExtraCa' | 'proxyOf'>;
  readonly files: Pick<Files, 'choose'>;
  readonly signIns: ProxySignIns;
}

export class Network {
  readonly #options: NetworkOptions;
  /** Proxies that need a password, because they answered with status 407 or their saved password is unreadable. */
  readonly #askingProxies = new Set<string>();

  constructor(options: NetworkOptions) {
    this.#options = options;
  }

  get calls(): CallsOf<'network'> {
    return {
      settings: { run: (args) => this.#state(args) },
      chooseCa: { run: (args) => this.#chooseCa(args), log: unlogged },
      removeCas: {
        run: async (args) => {
          await this.#save([]);
          return this.#state(args);
        },
        log: unlogged,
      },
      signIn: {
        ask: (args) => Promise.resolve(this.#signInQuestion(args)),
        run: async (args, answered) => {
          const refusal = refusalSince(answered, this.#signInQuestion(args));
          if (refusal !== null) return fail(refusal);
          const { proxy, user, password } = args;
          return this.#options.signIns.save(proxy, { user, password });
        },
        log: unlogged,
      },
      forgetSignIn: {
        ask: (args) => Promise.resolve(this.#forgetQuestion(args)),
        run: async (args, answered) => {
          const refusal = refusalSince(answered, this.#forgetQuestion(args));
          if (refusal !== null) return fail(refusal);
          const forgotten = await this.#options.signIns.forget(args.proxy);
          return forgotten.ok ? this.#state(args) : forgotten;
        },
        log: unlogged,
      },
    };
  }

  /** Activates the saved certificate authorities and proxy passwords. Call this before the first request. */
  async open(): Promise<void> {
    const [stored] = await Promise.all([this.#stored(), this.#options.signIns.open()]);
    if (stored.length > 0) this.#options.transport.setExtraCa(stored.map(({ pem }) => pem));
  }

  async #state({ connectionId }: ArgsOf<'network.settings'>): Promise<Result<NetworkSettings>> {
    const record = await this.#options.recordOf(connectionId);
    if (!record.ok) return record;
    const routes = await routesOf(this.#options.transport, record.value);
    const cas = (await this.#stored()).map(({ pem: _, ...ca }) => ca);
    return ok({ cas, routes, signIns: this.#options.signIns.list() });
  }

  async #chooseCa(args: ArgsOf<'network.chooseCa'>): Promise<Result<NetworkSettings>> {
    const chosen = await this.#options.files.choose('certificates');
    if (chosen === null) return this.#state(args);
    const read = chosen.ok ? readCaFile(chosen.value.text) : chosen;
    if (!read.ok) return fail(failure('invalid-input', { message: read.error }));
    const known = await this.#stored();
    const fresh = read.value.filter((ca) => known.every((other) => other.fingerprint !== ca.fingerprint));
    if (fresh.length > 0) await this.#save([...known, ...fresh]);
    return this.#state(args);
  }

  proxyAsked(proxy: string): void {
    this.#askingProxies.add(proxy);
  }

  #signInQuestion({ proxy, user }: ArgsOf<'network.signIn'>): Result<Question> {
    if (!this.#askingProxies.has(proxy)) {
      return fail(failure('invalid-input', { message: `The proxy ${proxy} hasn’t requested a sign-in.` }));
    }
    if (user.trim() === '') return fail(wrongFields({ user: 'Enter the user name.' }));
    if (user.includes(':')) return fail(wrongFields({ user: 'A proxy user name can’t contain a colon.' }));
    return ok(signInQuestion(proxy, user));
  }

  #forgetQuestion({ proxy }: ArgsOf<'network.forgetSignIn'>): Result<Question> {
    return this.#options.signIns.list().some((each) => each.proxy === proxy)
      ? ok(forgetSignInQuestion(proxy))
      : fail(failure('not-found', { message: 'This sign-in is no longer on this computer.' }));
  }

  async #stored(): Promise<readonly CaCertificate[]> {
    const stored = await this.#options.settings.get('extra-cas');
    const read = stored === null ? ok([]) : readCaFile(stored);
    return read.ok ? read.value : [];
  }

  async #save(cas: readonly CaCertificate[]): Promise<void> {
    const before = String((await this.#stored()).length);
    const pems = cas.map(({ pem }) => pem);
    await this.#options.settings.set('extra-cas', pems.length === 0 ? null : pems.join('\n'));
    this.#options.transport.setExtraCa(pems);
    const change = changed('Added certificate authorities', before, String(pems.length));
    if (change !== '') this.#options.record(settingsChanged(change));
  }
}

export function routesOf({ proxyOf }: Pick<Transport, 'proxyOf'>, { boardApi, paperApi, appUrl }: Addresses) {
  const addresses = { 'board-api': boardApi, 'paper-api': paperApi, app: appUrl } as const;
  const parts = ['board-api', 'paper-api', 'app'] as const;
  return Promise.all(parts.map(async (part) => ({ part, route: await proxyOf(new URL(addresses[part])) })));
}
