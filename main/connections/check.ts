/** *Check*: tries each part of a connection and says, part by part, what it found. Stores and creates nothing. */
import type { CheckPart, PartCheck } from '../../preload/contract/connections.ts';
import { KEY_SLOTS } from '../../preload/contract/keys.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { ServiceApi } from '../service/api.ts';
import type { Access } from './access.ts';
import type { ReadDraft } from './forms.ts';
import { originsOf, slotOf } from './key-origins.ts';
import type { KeySlots } from './key-slots.ts';

export interface CheckOptions {
  readonly keychain: Pick<Keychain, 'status'>;
  readonly slots: Pick<KeySlots, 'get' | 'hold'>;
  readonly trial: Access['trial'];
}

/** Runs the four checks side by side; each is an answer, none an exception. */
export function checkParts(options: CheckOptions, form: ReadDraft): Promise<readonly PartCheck[]> {
  return withClient(options, form, async (api) => {
    const [{ state, backend, cause, fix }, boards, host, app] = await Promise.all([
      options.keychain.status(),
      // Changes nothing, and proves that address, key and rights work.
      api.listBoards({ limit: 1, offset: 0 }),
      // No harmless call needs the key here, so only the host is tried, without the key.
      api.checkPaperApi(),
      api.checkApp(),
    ]);
    const paperApi = found('paper-api', host, () => 'The host answers. Enter a paper to check the key.');
    return [
      state === 'available'
        ? { part: 'keychain', state: 'good', summary: `${backend} is ready.`, failure: null }
        : { part: 'keychain', state: 'failed', summary: `${cause} ${fix}`.trim(), failure: null },
      found('board-api', typed(boards, form, 'boardApi'), ({ total }) =>
        total === null ? 'Accepted the key.' : `Accepted the key and listed ${total} boards.`,
      ),
      host.ok ? { ...paperApi, state: 'not-checkable' } : paperApi,
      found('app', app, ({ status }) => `The host answers (status ${status}).`),
    ];
  });
}

/** The same answer, which doesn't speak of a saved key where the one that was typed was refused. */
function typed<T>(answer: Result<T>, form: ReadDraft, api: Parameters<typeof slotOf>[0]): Result<T> {
  const isTyped = form.keys[slotOf(api, form)] !== null;
  if (answer.ok || answer.error.code !== 'key-refused' || !isTyped) return answer;
  return fail({
    ...answer.error,
    nextStep: 'Check the key in the account’s dashboard, then paste it again.',
  });
}

/** Runs `work` with a client that has the form's keys, or the kept ones where a field was left empty. */
async function withClient<T>(
  { slots, trial }: CheckOptions,
  form: ReadDraft,
  work: (api: ServiceApi) => Promise<T>,
): Promise<T> {
  const typed = KEY_SLOTS.flatMap((slot) => form.keys[slot] ?? []);
  const releases = typed.map((key) => slots.hold(key));
  const client = trial(form, (api) => {
    const slot = slotOf(api, form);
    const key = form.keys[slot];
    if (key === null) return slots.get(form.id ?? '', slot);
    return Promise.resolve(ok({ key, origins: originsOf(slot, form) }));
  });
  try {
    return await work(client);
  } finally {
    for (const release of releases) release();
  }
}

/** Mints an access token for a paper that exists, and drops it: proves the key for the paper API, creates nothing else. */
export async function checkKnownPaper(
  options: CheckOptions,
  form: ReadDraft,
  identifier: string,
): Promise<PartCheck> {
  const token = await withClient(options, form, (api) => api.mintToken(identifier, null));
  return found(
    'paper-api',
    typed(token, form, 'paperApi'),
    () => 'Accepted the key; its access token was discarded.',
  );
}

function found<T>(part: CheckPart, answer: Result<T>, summaryOf: (value: T) => string): PartCheck {
  return answer.ok
    ? { part, state: 'good', summary: summaryOf(answer.value), failure: null }
    : { part, state: 'failed', summary: answer.error.message, failure: answer.error };
}
