/** The connection form held against what is known: mistakes, the organisation's policy, and where keys would go. */
import { KEY_SLOTS, type ConnectionDraft, type KeySlot } from '../../preload/contract/domain.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { Policy } from '../policy/policy.ts';
import { failure } from '../service/failures.ts';
import type { Store } from '../store/database.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { forbiddenFields } from './allowed-hosts.ts';
import { keyFields, invalidInput, readDraft, type ReadDraft } from './draft.ts';
import { slotsLedElsewhere } from './key-hosts.ts';
import type { KeySlots } from './key-slots.ts';
import type { Records } from './records.ts';

export interface FormRules {
  readonly records: Pick<Records, 'findLasting'>;
  readonly slots: Pick<KeySlots, 'states' | 'keys'>;
  readonly index: Pick<Store['keys'], 'all'>;
  readonly policy: Policy;
}

/** What a form holds, beside the connection as it is known; `known` is null for a new one. */
interface ReadForm {
  readonly read: ReadDraft;
  readonly known: ConnectionRecord | null;
}

/** Reads a form. Fails with `invalid-input`, also where a kept key would go to a host that it was not entered for. */
export async function readForm(rules: FormRules, draft: ConnectionDraft): Promise<Result<ReadForm>> {
  const found = draft.id === null ? ok(null) : await rules.records.findLasting(draft.id);
  if (!found.ok) return found;
  const known = found.value;
  const states = known === null ? undefined : (await rules.slots.states()).get(known.id);
  const read = readDraft(draft, {
    keysKnown: KEY_SLOTS.filter((slot) => states !== undefined && states[slot].kind !== 'none'),
    forbidden: (addresses) => forbiddenFields(rules.policy, addresses),
  });
  if (!read.ok) return read;
  const form = { read: read.value, known };
  const missing = ledElsewhere(form).filter((slot) => form.read.keys[slot] === null);
  if (missing.length === 0) return ok(form);
  const sentence = 'An API address leads to another host now: paste the key for it again.';
  return fail(invalidInput(keyFields(missing, sentence)));
}

/** Why a form without mistakes can't be saved all the same; null when it can. */
export async function whyNotSaved(
  rules: FormRules,
  { read, known }: ReadForm,
  sessionOnly: boolean,
): Promise<Failure | null> {
  if (sessionOnly && rules.policy.requireKeychain) {
    return failure('policy', {
      message: 'Your organisation wants keys in the keychain, so they can’t be kept for this session only.',
      nextStep: 'Keep the key in the keychain.',
    });
  }
  const led = ledElsewhere({ read, known });
  if (known === null || led.length === 0) return null;
  const shown = await rules.slots.keys(known.id);
  const stored = (await rules.index.all()).filter(
    ({ connectionId, state }) => connectionId === known.id && state === 'kept',
  );
  const staying = [
    ...shown.filter(({ stage }) => stage !== 'current'),
    // Under a key for this session the stored one stays, and would be used when the session is over.
    ...stored.filter(({ stage }) => stage !== 'current' || sessionOnly),
  ];
  const slots = led.filter((slot) => staying.some((key) => key.slot === slot));
  if (slots.length === 0) return null;
  const sentence =
    'Another key of this connection was entered for the earlier host. Remove it first, or make a new connection.';
  return invalidInput(keyFields(slots, sentence));
}

function ledElsewhere({ read, known }: ReadForm): readonly KeySlot[] {
  return known === null ? [] : slotsLedElsewhere(known, read);
}
