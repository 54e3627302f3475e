/**
 * `session.webRequest`. `onBeforeRequest` decides about documents and subresources, but not WebSockets, which the
 * Fetch domain does not show. `onBeforeSendHeaders` is ignored.
 */
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
  /** For the shell: called when listeners change, so that other requests of open pages are paused. */
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

  /** Calls the listener; returns an empty decision if none matches. */
  decide(details: RequestDetails): Promise<RequestDecision> {
    const listener = this.#listener;
    const asked = listener !== null && this.#patterns.some((pattern) => pattern.test(details.url));
    return asked ? new Promise((resolve) => listener(details, resolve)) : Promise.resolve({});
  }
}

/** Electron's name of a DevTools resource type; only documents are distinguished. */
export function resourceTypeOf(type: string, isMainFrame: boolean): string {
  if (type === 'Document') return isMainFrame ? 'mainFrame' : 'subFrame';
  return type.toLowerCase();
}
