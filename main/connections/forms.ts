/** The connection form held against what is known: mistakes, the organisation's policy, and where keys would go. */
import type { ConnectionDraft } from '../../preload/contract/connections.ts';
import { KEY_SLOTS, type KeySlot } from '../../preload/contract/keys.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Policy } from '../policy/policy.ts';
import { failure } from '../wording/failure.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { forbiddenFields } from './allowed-hosts.ts';
import { keyFields, invalidInput, readDraft, type ReadDraft } from './draft.ts';
import { fits } from './key-origins.ts';
import type { KnownKey } from './key-store.ts';
import type { KeySlots } from './key-slots.ts';
import type { Records } from './records.ts';

export interface FormRules {
  readonly records: Pick<Records, 'findLasting'>;
  readonly slots: Pick<KeySlots, 'all'>;
  readonly policy: Policy;
}

/** What a form holds, beside the connection as it is known; `known` is null for a new one. */
interface ReadForm {
  readonly read: ReadDraft;
  readonly known: ConnectionRecord | null;
  /** Keys that were not entered for where the form leads. */
  readonly misfits: readonly KnownKey[];
}

/** Reads a form. Fails with `invalid-input`, also where a kept key would go to a host that it was not entered for. */
export async function readForm(rules: FormRules, draft: ConnectionDraft): Promise<Result<ReadForm>> {
  const found = draft.id === null ? ok(null) : await rules.records.findLasting(draft.id);
  if (!found.ok) return found;
  const known = found.value;
  const keys = known === null ? [] : await rules.slots.all(known.id);
  const current = keys.filter(({ stage }) => stage === 'current');
  const form = readDraft(draft, {
    keysKnown: KEY_SLOTS.filter((name) => current.some(({ slot }) => slot === name)),
    forbidden: (addresses) => forbiddenFields(rules.policy, addresses),
  });
  if (!form.ok) return form;
  const read = form.value;
  const misfits = keys.filter((key) => !fits(key, read));
  const missing = misfits.filter(({ slot, stage }) => stage === 'current' && read.keys[slot] === null);
  if (missing.length === 0) return ok({ read, known, misfits });
  return fail(
    invalidInput(fieldsOf(missing, 'You changed the host of an API address. Paste its key again.')),
  );
}

/** Why a form without mistakes can't be saved all the same; null when it can. */
export function whyNotSaved({ policy }: FormRules, form: ReadForm, sessionOnly: boolean): Failure | null {
  if (sessionOnly && policy.requireKeychain) {
    return failure('policy', {
      message: 'Your organisation requires keys to be kept in the keychain.',
      nextStep: 'Save the key in the keychain.',
    });
  }
  // Under a key for this session the stored one stays, and would be used when the session is over.
  const staying = form.misfits.filter(
    ({ stage, kept }) => stage !== 'current' || (sessionOnly && kept === 'keychain'),
  );
  if (staying.length === 0) return null;
  const sentence =
    'Another key of this connection belongs to the old host. Remove it first, or create a new connection.';
  return invalidInput(fieldsOf(staying, sentence));
}

function fieldsOf(
  keys: readonly { readonly slot: KeySlot }[],
  sentence: string,
): ReturnType<typeof keyFields> {
  return keyFields([...new Set(keys.map(({ slot }) => slot))], sentence);
}
