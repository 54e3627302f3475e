/**
 * `session`: what pages of one partition have in common. Chromium's storage is *not* parted: see README.md.
 */
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { app } from './app.ts';
import { PermissionHandlers } from './permission-handlers.ts';
import { Protocol } from './protocol.ts';
import { WebRequest } from './web-request.ts';

const done = (): Promise<void> => Promise.resolve();

export class Session extends EventEmitter {
  readonly protocol = new Protocol();
  readonly webRequest = new WebRequest();
  /** For the shell: the handlers that `permissions.ts` asks. */
  readonly permissions = new PermissionHandlers();
  readonly #partition: string;
  #proxyRules = 'DIRECT';

  constructor(partition: string) {
    super();
    this.#partition = partition;
  }

  isPersistent(): boolean {
    return this.#partition === '' || this.#partition.startsWith('persist:');
  }
  getStoragePath(): string | null {
    if (!this.isPersistent()) return null;
    const userData = app.getPath('userData');
    return this.#partition === ''
      ? userData
      : path.join(userData, 'Partitions', this.#partition.slice('persist:'.length));
  }

  setPermissionRequestHandler(handler: PermissionHandlers['request']): void {
    this.permissions.request = handler;
  }
  setPermissionCheckHandler(handler: PermissionHandlers['check']): void {
    this.permissions.check = handler;
  }
  // Chromium asks nobody about these here: the handlers are accepted and never called.
  setDevicePermissionHandler(): void {}
  setBluetoothPairingHandler(): void {}
  setDisplayMediaRequestHandler(): void {}

  /** Always DIRECT, unless `setProxy` gave rules: then these, for every address. */
  resolveProxy(): Promise<string> {
    return Promise.resolve(this.#proxyRules);
  }
  setProxy(config: { readonly proxyRules?: string }): Promise<void> {
    this.#proxyRules = config.proxyRules ? `PROXY ${config.proxyRules}` : 'DIRECT';
    return Promise.resolve();
  }

  // There is one profile behind all partitions, and it dies with the app: nothing to clear apart.
  readonly closeAllConnections = done;
  readonly clearData = done;
  readonly clearStorageData = done;
  readonly clearCache = done;
  readonly clearSharedDictionaryCache = done;
  readonly clearAuthCache = done;
  readonly clearHostResolverCache = done;
  readonly clearCodeCaches = done;

  setSpellCheckerEnabled(): void {}
}

const sessions = new Map<string, Session>();

/** The session of a partition's name; '' is the default one. `cache` makes no difference here. */
export function fromPartition(partition: string, _options?: { readonly cache?: boolean }): Session {
  const known = sessions.get(partition);
  if (known) return known;
  const created = new Session(partition);
  sessions.set(partition, created);
  app.emit('session-created', created);
  return created;
}

export const session = {
  get defaultSession(): Session {
    return fromPartition('');
  },
  fromPartition,
};
