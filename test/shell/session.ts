/** Stand-in for Electron's `session`: settings of a partition. All partitions share one storage (see README.md). */
import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import { Protocol } from './protocol.ts';
import { WebRequest } from './web-request.ts';

type RequestHandler = (
  webContents: unknown,
  permission: string,
  callback: (granted: boolean) => void,
  details: Readonly<Record<string, unknown>>,
) => void;
type CheckHandler = (
  webContents: unknown,
  permission: string,
  requestingOrigin: string,
  details: Readonly<Record<string, unknown>>,
) => boolean;

type PermissionQuestion = {
  readonly contents: unknown;
  readonly permission: string;
  readonly url: string;
  readonly origin: string;
};

const DEADLINE_MS = 2000;

class PermissionHandlers {
  request: RequestHandler | null = null;
  check: CheckHandler | null = null;

  /** As in Electron, allows a permission if there is no handler. Denies it if the handler gives no answer in 2 s. */
  async allows({ contents, permission, origin, url }: PermissionQuestion): Promise<boolean> {
    const common = {
      requestingUrl: url,
      securityOrigin: `${origin}/`,
      // A guest is a top-level page in Electron, so its embedding origin is its own origin.
      embeddingOrigin: origin,
      isMainFrame: true,
    };
    if (this.check?.(contents, permission, origin, common) === false) return false;
    const handler = this.request;
    if (!handler) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, DEADLINE_MS, false);
      const answer = (granted: boolean): void => {
        clearTimeout(timer);
        resolve(granted);
      };
      handler(contents, permission, answer, common);
    });
  }
}

const done = (): Promise<void> => Promise.resolve();

export class Session extends EventEmitter {
  readonly protocol = new Protocol();
  readonly webRequest = new WebRequest();
  readonly permissions = new PermissionHandlers();
  readonly #partition: string;

  constructor(partition: string) {
    super();
    this.#partition = partition;
  }

  isPersistent(): boolean {
    return this.#partition === '';
  }
  getStoragePath(): string | null {
    return this.isPersistent() ? app.getPath('userData') : null;
  }

  setPermissionRequestHandler(handler: PermissionHandlers['request']): void {
    this.permissions.request = handler;
  }
  setPermissionCheckHandler(handler: PermissionHandlers['check']): void {
    this.permissions.check = handler;
  }
  // Ignores these handlers, because pages in the Chromium shell request no device, pairing or screen sharing.
  setDevicePermissionHandler(): void {}
  setBluetoothPairingHandler(): void {}
  setDisplayMediaRequestHandler(): void {}

  resolveProxy(): Promise<string> {
    return Promise.resolve('DIRECT');
  }
  readonly setProxy = done;

  // These methods do nothing, because all partitions share one profile, which is deleted when the app ends.
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

/** The partition '' is the default session. The option `cache` is ignored. */
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
