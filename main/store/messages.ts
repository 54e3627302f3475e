/** What the store's two threads say to each other. */

export interface StoreWorkerData {
  readonly file: string;
  /** Epoch ms, for the name of a damaged file that is kept aside. */
  readonly now: number;
}

export type ToWorker =
  | {
      readonly kind: 'query';
      readonly id: number;
      readonly table: string;
      readonly method: string;
      readonly args: readonly unknown[];
    }
  | { readonly kind: 'close' };

export type FromWorker =
  | { readonly kind: 'opened'; readonly damagedKeptAs: string | null }
  | { readonly kind: 'not-opened'; readonly newer: boolean; readonly message: string }
  | { readonly kind: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly message: string }
  | { readonly kind: 'closed' };
