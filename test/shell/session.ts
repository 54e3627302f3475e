/**
 * `session`: what pages of one partition have in common. Chromium's storage is *not* parted: see README.md.
 */
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

/** The two permission handlers of a session, and one question to both. */
class PermissionHandlers {
  request: RequestHandler | null = null;
  check: CheckHandler | null = null;

  /** True if both handlers agree. As in Electron a missing handler agrees to all; no answer in 2 s is a no. */
  async allows({ contents, permission, origin, url }: PermissionQuestion): Promise<boolean> {
    const common = {
      requestingUrl: url,
      securityOrigin: `${origin}/`,
      // A real guest is a page of its own: it embeds itself.
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
  /** For the shell: the handlers that `permissions.ts` asks. */
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
  // Chromium asks nobody about these here: the handlers are accepted and never called.
  setDevicePermissionHandler(): void {}
  setBluetoothPairingHandler(): void {}
  setDisplayMediaRequestHandler(): void {}

  resolveProxy(): Promise<string> {
    return Promise.resolve('DIRECT');
  }
  // No request of a page goes through it.
  readonly setProxy = done;

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
