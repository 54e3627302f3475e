/** Papers, and the live rooms that are opened of them. */
import type { Failure } from '../failure.ts';
import type { Field } from './boards.ts';

/** A paper as this computer remembers it: the service can't list papers. */
export interface Paper {
  readonly identifier: string;
  /** Empty when it was added by identifier and its name is unknown. */
  readonly name: string;
  /** `app` or `api` as sent, or null when unknown. */
  readonly source: string | null;
  readonly templateId: string | null;
  /** `not-confirmed`: the service's `template_id` was absent or another one than asked for. */
  readonly template: 'none' | 'confirmed' | 'not-confirmed';
  /** How it came into the register. */
  readonly origin: 'created' | 'added' | 'sample';
  /** Epoch ms when it came into the register. */
  readonly rememberedAt: number;
  /** Fields of the create answer beyond the known ones. */
  readonly otherFields: readonly Field[];
  /** The create answer as it came; null for papers that were added. */
  readonly raw: string | null;
}

/** A live room that may be opened once: the `<webview>` starts at `placeholder`, main writes the real address. */
export interface PreviewGrant {
  readonly previewId: string;
  /** `about:blank#preview-<previewId>` */
  readonly placeholder: string;
  /** The name the others in the room see. */
  readonly displayName: string;
  /** Host of the app address, to show. */
  readonly host: string;
  /** Epoch ms of the token's `exp`; null when the token shows none. */
  readonly expiresAt: number | null;
}

export interface PreviewState {
  readonly previewId: string;
  readonly state: 'loading' | 'live' | 'failed' | 'crashed' | 'closed';
  readonly failure: Failure | null;
}

/** A join link went to the clipboard; the link itself stays in main. */
export interface LinkCopied {
  readonly displayName: string;
  readonly expiresAt: number | null;
}
