/** Single-use permits for one `<webview>` each: without one, main lets no guest page start. */

export interface Grant {
  readonly previewId: string;
  readonly placeholder: string;
  /** The room's address with its token. A secret: it goes from here to the guest, where Electron lets the page read it. */
  readonly address: string;
  readonly appOrigin: string;
}

/** How long a grant waits for its webview. */
const GRANT_LIFETIME_MS = 30_000;
/** How many rooms may be open at once; every one of them shows the person to others. */
export const MOST_LIVE_PREVIEWS = 4;

type Entry = Grant & { readonly expiresAt: number; readonly spent: boolean };

export class Grants {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether one more preview may be opened. */
  hasRoom(): boolean {
    this.#dropExpired();
    return this.#entries.size < MOST_LIVE_PREVIEWS;
  }

  /** Makes a grant for one webview, or null when four are live already. */
  mint(previewId: string, address: string): Grant | null {
    if (!this.hasRoom()) return null;
    const entry: Entry = {
      previewId,
      placeholder: `about:blank#preview-${previewId}`,
      address,
      appOrigin: new URL(address).origin,
      expiresAt: this.#now() + GRANT_LIFETIME_MS,
      spent: false,
    };
    this.#entries.set(previewId, entry);
    return entry;
  }

  /** Uses up the unused, unexpired grant of exactly this placeholder; null when there is none. */
  spend(placeholder: string): Grant | null {
    this.#dropExpired();
    const entry = [...this.#entries.values()].find((item) => item.placeholder === placeholder);
    if (entry === undefined || entry.spent) return null;
    // The address with its token is not kept once the guest has it.
    this.#entries.set(entry.previewId, { ...entry, address: '', spent: true });
    return entry;
  }

  /** Whether a preview's grant is spent and the preview not ended. */
  isOpen(previewId: string): boolean {
    return this.#entries.get(previewId)?.spent === true;
  }

  /** Ends a preview, spent or not. Says whether there was one. */
  end(previewId: string): boolean {
    return this.#entries.delete(previewId);
  }

  #dropExpired(): void {
    const now = this.#now();
    for (const [id, entry] of this.#entries) {
      if (!entry.spent && entry.expiresAt <= now) this.#entries.delete(id);
    }
  }
}
