/** `onBeforeRequest` gets no WebSockets, because DevTools does not pause them. `onBeforeSendHeaders` is ignored. */
export type RequestDetails = {
  readonly id: number;
  readonly url: string;
  readonly method: string;
  readonly resourceType: string;
  readonly webContentsId?: number;
};
export type RequestDecision = { readonly cancel?: boolean };
type Filter = { readonly urls: readonly string[] };
type Listener = (details: RequestDetails, callback: (decision: RequestDecision) => void) => void;

function patternToRegExp(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*')}$`, 'i');
}

export class WebRequest {
  /** Functions to call when the app changes its listener, because other requests must be paused then. */
  readonly observers = new Set<() => void>();
  #patterns: readonly RegExp[] = [];
  #listener: Listener | null = null;

  get active(): boolean {
    return this.#listener !== null;
  }

  onBeforeRequest(listener: Listener | null): void;
  onBeforeRequest(filter: Filter, listener: Listener | null): void;
  onBeforeRequest(first: Filter | Listener | null, second?: Listener | null): void {
    const isWhole = first === null || typeof first === 'function';
    this.#patterns = isWhole ? [/^/u] : first.urls.map(patternToRegExp);
    this.#listener = isWhole ? first : (second ?? null);
    for (const observer of this.observers) observer();
  }
  onBeforeSendHeaders(): void {}

  decide(details: RequestDetails): Promise<RequestDecision> {
    const listener = this.#listener;
    const asked = listener !== null && this.#patterns.some((pattern) => pattern.test(details.url));
    return asked ? new Promise((resolve) => listener(details, resolve)) : Promise.resolve({});
  }
}

/** Converts a DevTools resource type into Electron's. All types other than documents are treated alike. */
export function resourceTypeOf(type: string, isMainFrame: boolean): string {
  if (type === 'Document') return isMainFrame ? 'mainFrame' : 'subFrame';
  return type.toLowerCase();
}
