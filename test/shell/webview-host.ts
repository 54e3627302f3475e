/** The main process's part of `<webview>`, which is an iframe here. Attaches guests and forwards their events. */
import { toAlias } from './alias.ts';
import { shellEvent } from './events.ts';
import { keepPermissionsInSync, syncPermissions } from './permissions.ts';
import { fromPartition } from './session.ts';
import { WebContents, type WebPreferences } from './web-contents.ts';

export type WebviewMessage = {
  readonly kind: 'webview';
  readonly instance: number;
} & (
  | { readonly action: 'attach'; readonly params: Record<string, unknown> }
  | { readonly action: 'detach' }
  | { readonly action: 'load'; readonly url: unknown }
);

const EVENTS: Readonly<Record<string, readonly string[]>> = {
  'load-commit': ['url', 'isMainFrame'],
  'did-start-loading': [],
  'did-stop-loading': [],
  'dom-ready': [],
  'did-finish-load': [],
  'did-fail-load': ['errorCode', 'errorDescription', 'validatedURL', 'isMainFrame'],
  'did-navigate': ['url', 'httpResponseCode'],
  destroyed: [],
};

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export class WebviewHost {
  readonly #host: WebContents;
  readonly #guests = new Map<number, WebContents>();
  #lastFrame: string | undefined;

  constructor(host: WebContents) {
    this.#host = host;
  }

  /** Stores the attached frame. The next message `attach` assigns it to a `<webview>` as its guest. */
  frameAttached(frameId: string): void {
    this.#lastFrame = frameId;
  }

  receive(message: WebviewMessage): void {
    switch (message.action) {
      case 'attach':
        this.#attach(message.instance, message.params, this.#lastFrame).catch(() =>
          this.#tell(message.instance, 'refused'),
        );
        break;
      case 'detach':
        this.#remove(message.instance);
        break;
      case 'load':
        this.#guests
          .get(message.instance)
          ?.loadURL(text(message.url))
          .catch(() => {});
        break;
    }
  }

  /** Removes all guests, because the page with their webviews has loaded a new document. */
  reset(): void {
    for (const instance of this.#guests.keys()) this.#remove(instance);
  }

  #tell(instance: number, event: string, properties: Readonly<Record<string, unknown>> = {}): void {
    this.#host.deliver({ kind: 'webview', instance, event, properties });
  }

  #remove(instance: number): void {
    const guest = this.#guests.get(instance);
    this.#guests.delete(instance);
    guest?.markDestroyed();
  }

  async #attach(
    instance: number,
    params: Record<string, unknown>,
    frameId: string | undefined,
  ): Promise<void> {
    const host = this.#host;
    if (frameId === undefined) throw new Error('The element has no frame');
    const preferences: WebPreferences = { contextIsolation: true, sandbox: true };
    const event = shellEvent({ sender: host });
    if (host.preferences.webviewTag === true) host.emit('will-attach-webview', event, preferences, params);
    else event.preventDefault();
    if (event.defaultPrevented) {
      this.#tell(instance, 'refused');
      return;
    }
    const guest = new WebContents({
      type: 'webview',
      session: preferences.session ?? fromPartition(text(params['partition'])),
      preferences,
      host,
      close: () => this.#close(instance),
    });
    this.#guests.set(instance, guest);
    host.guests.add(guest);
    for (const [name, keys] of Object.entries(EVENTS)) {
      guest.on(name, (_event: unknown, ...args: readonly unknown[]) => {
        this.#tell(instance, name, Object.fromEntries(keys.map((key, index) => [key, args[index]])));
      });
    }
    guest.on(
      'did-navigate',
      (_event: unknown, url: string) => void syncPermissions(guest, url, host.aliasUrl),
    );
    keepPermissionsInSync(guest, host);

    // As in Electron, the guest is attached after the main process has allowed it.
    await new Promise((resolve) => setImmediate(resolve));
    if (!host.place || guest.isDestroyed()) return;
    guest.moveTo({ ...host.place, frameId });
    // Saves `loadURL` before the event, because a listener of the event may replace this method.
    const load = guest.loadURL.bind(guest);
    host.emit('did-attach-webview', shellEvent({ sender: host }), guest);
    this.#tell(instance, 'did-attach');
    const source = text(params['src']);
    await syncPermissions(guest, toAlias(source), host.aliasUrl);
    await load(source).catch(() => {});
  }

  #close(instance: number): void {
    this.#tell(instance, 'close');
    this.#remove(instance);
  }
}
