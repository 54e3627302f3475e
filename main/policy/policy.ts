/** The rules that an organisation may set for its installations, with a default for each. */

export interface Policy {
  /** Hosts of the two APIs that a connection may have, such as `api.example.com`; null for all. */
  readonly allowedApiHosts: readonly string[] | null;
  /** Hosts of the app address; null for all. */
  readonly allowedEmbedHosts: readonly string[] | null;
  /** Every connection is read-only, and can't be unlocked. */
  readonly readOnly: boolean;
  /** Keys are kept in the OS keychain or not at all: no "only for this session". */
  readonly requireKeychain: boolean;
  readonly allowDelete: boolean;
  /** The most things one bulk change may touch; null for no limit. */
  readonly maxBulk: number | null;
  /** How long a delete is held before it is sent, in seconds; null leaves it to Easel. At most 24 hours. */
  readonly holdSeconds: { readonly single: number | null; readonly bulk: number | null };
  /** One person drafts a bulk delete and another runs it. */
  readonly twoPersons: boolean;
  /** Live previews, which make a person visible to everyone in the room. */
  readonly allowVisits: boolean;
  /** A visit, and a deletion that is reviewed first, needs a reason or ticket. */
  readonly requireReason: boolean;
  /** Whether exports may hold keys, under a passphrase. */
  readonly allowKeyExport: boolean;
  /** Whether a live room may read the clipboard. */
  readonly allowClipboardRead: boolean;
  readonly updates: 'off' | 'notify' | 'auto' | null;
  readonly updateUrl: string | null;
  /** The most minutes until the idle lock; null leaves it to the person. */
  readonly idleLockMinutes: number | null;
}

/** Without a policy everything is the person's own decision. */
export const NO_POLICY: Policy = {
  allowedApiHosts: null,
  allowedEmbedHosts: null,
  readOnly: false,
  requireKeychain: false,
  allowDelete: true,
  maxBulk: null,
  holdSeconds: { single: null, bulk: null },
  twoPersons: false,
  allowVisits: true,
  requireReason: false,
  allowKeyExport: true,
  allowClipboardRead: true,
  updates: null,
  updateUrl: null,
  idleLockMinutes: null,
};

/** The policy found on this system. `broken`: there is a file, but it can't be trusted or understood. */
export type PolicyReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'active'; readonly source: string; readonly policy: Policy }
  | { readonly kind: 'broken'; readonly source: string; readonly problem: string };
