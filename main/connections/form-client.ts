/** A client for what a connection form holds, while it is tried. */
import { KEY_SLOTS } from '../../preload/contract/domain.ts';
import { ok } from '../../preload/contract/failure.ts';
import type { CreateApi, ServiceApi } from '../service/api.ts';
import { slotOf } from './clients.ts';
import type { ReadDraft } from './draft.ts';
import type { KeySlots } from './key-slots.ts';

/** Runs `work` with a client that has the form's keys, or the kept ones where a field was left empty. */
export async function withFormClient<T>(
  createApi: CreateApi,
  slots: Pick<KeySlots, 'get' | 'hold'>,
  form: ReadDraft,
  work: (client: ServiceApi) => Promise<T>,
): Promise<T> {
  const typed = KEY_SLOTS.flatMap((slot) => form.keys[slot] ?? []);
  const releases = typed.map((key) => slots.hold(key));
  const client = createApi(form, (api) => {
    const slot = slotOf(api, form);
    const key = form.keys[slot];
    return key === null ? slots.get(form.id ?? '', slot) : Promise.resolve(ok(key));
  });
  try {
    return await work(client);
  } finally {
    for (const release of releases) release();
  }
}
