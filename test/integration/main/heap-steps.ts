/** What the test of the heap says to its child, and what comes back. */

export type SecretName = 'stored' | 'session' | 'next' | 'refused' | 'chosen' | 'export' | 'lock';

export type Step =
  | {
      readonly do: 'start';
      readonly userData: string;
      readonly origin: string;
      /** Where exports are saved, outside the user data. */
      readonly exports: string;
      readonly secrets: Readonly<Record<SecretName, string>>;
    }
  | { readonly do: 'fill'; readonly paper: string; readonly hasKeychain: boolean }
  | { readonly do: 'fail' | 'lock' | 'unlock' | 'give up' | 'keys' | 'end' }
  | { readonly do: 'snapshot'; readonly file: string };

export type StepReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };
