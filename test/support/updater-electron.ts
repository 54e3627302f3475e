/** Fakes of the Electron modules that electron-updater loads by `require`: app, network and Squirrel.Mac. */
import { EventEmitter } from 'node:events';
import https from 'node:https';
import { createRequire } from 'node:module';

type Decide = (decision: { readonly cancel: boolean }) => void;
type BeforeRequest = (details: { readonly url: string }, decide: Decide) => void;
interface RequestOptions {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const trusted: string[] = [];
export const requested: string[] = [];
const connections = new Set<ClientRequest>();
let beforeRequest: BeforeRequest = (_details, decide) => decide({ cancel: false });

class ClientRequest extends EventEmitter {
  readonly #options: RequestOptions;
  #sent: { destroy: () => unknown } | null = null;

  constructor(options: RequestOptions) {
    super();
    this.#options = options;
  }

  end(): void {
    const { protocol, hostname, port = '', path, headers } = this.#options;
    const url = `${protocol}//${hostname}${port === '' ? '' : `:${port}`}${path}`;
    beforeRequest({ url }, ({ cancel }) => {
      if (cancel) return void this.emit('error', new Error('net::ERR_BLOCKED_BY_CLIENT'));
      requested.push(url);
      const sent = https.get(url, { headers, ca: trusted, agent: false }, (response) => {
        const { statusCode = 0, headers: received } = response;
        const isRedirect = statusCode >= 300 && statusCode < 400;
        if (isRedirect) this.emit('redirect', statusCode, 'GET', new URL(received.location ?? '', url).href);
        else this.emit('response', response);
      });
      sent.on('error', () => this.emit('error', new Error('net::ERR_FAILED')));
      this.#sent = sent;
      connections.add(this);
    });
  }

  abort(): void {
    this.#sent?.destroy();
  }
  fail(): void {
    this.#sent?.destroy();
    this.emit('error', new Error('net::ERR_ABORTED'));
  }
}

/** Fake of Squirrel.Mac. Fetches the update feed (JSON with the update's URL), then the update. */
class NativeUpdater extends EventEmitter {
  refusal: string | null = null;
  received: Buffer | null = null;
  installed = false;
  #feed: { readonly url: string; readonly headers?: Readonly<Record<string, string>> } = { url: '' };

  setFeedURL(feed: { readonly url: string }): void {
    this.#feed = feed;
  }

  checkForUpdates(): void {
    this.#fetch().then(
      () =>
        this.refusal === null ? this.emit('update-downloaded') : this.emit('error', new Error(this.refusal)),
      (error: unknown) => this.emit('error', error),
    );
  }

  async #fetch(): Promise<void> {
    const { url, headers = {} } = this.#feed;
    const { url: file } = (await (await fetch(url, { headers })).json()) as { url: string };
    this.received = Buffer.from(await (await fetch(file)).arrayBuffer());
  }

  quitAndInstall(): void {
    this.installed = true;
  }
}

export const autoUpdater = new NativeUpdater();

export function provideByRequire(folder: string): void {
  const require = createRequire(import.meta.url);
  const filename = require.resolve('electron');
  process.env['XDG_CACHE_HOME'] = folder;
  Object.assign(process, { resourcesPath: folder });
  const webRequest = { onBeforeRequest: (listener: BeforeRequest) => void (beforeRequest = listener) };
  const session = { webRequest, closeAllConnections: () => connections.forEach((each) => each.fail()) };
  const exports = {
    app: {
      isPackaged: true,
      getVersion: () => '1.0.0',
      getName: () => 'Easel',
      getPath: () => folder,
      whenReady: () => Promise.resolve(),
      quit: () => undefined,
    },
    autoUpdater,
    net: { request: (options: RequestOptions) => new ClientRequest(options) },
    session: { fromPartition: () => session },
  };
  require.cache[filename] = { exports, id: filename, filename, loaded: true } as unknown as NodeJS.Module;
}
