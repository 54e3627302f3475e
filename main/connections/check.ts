/** Checks the addresses and keys of a connection form, and tests new keys before Easel uses them. Stores nothing. */
import type { CheckPart, PartCheck } from '../../preload/contract/connections.ts';
import {
  KEY_SLOTS,
  REHEARSED_APIS,
  REHEARSED_STAGES,
  type KeySlot,
  type RehearsalCell,
} from '../../preload/contract/keys.ts';
import { counted } from '../lib/wording/format.ts';
import { ok, type Failure, type FailureCode, type Result } from '../../preload/contract/failure.ts';
import type { Keychain } from './keychain/keychain.ts';
import type { ServiceApi } from '../service/api.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import type { Access } from './access.ts';
import type { ReadDraft } from './forms.ts';
import { originsOf, slotOf } from './key-origins.ts';
import type { KeyStore } from './key-store.ts';

export interface CheckOptions {
  readonly keychain: Pick<Keychain, 'status'>;
  readonly keyStore: Pick<KeyStore, 'get' | 'hold'>;
  readonly trial: Access['trial'];
}

/** Checks the addresses and keys of a connection form. Creates a test access token if `paper` is set. Never rejects. */
export async function checkParts(
  { keychain, keyStore, trial }: CheckOptions,
  form: ReadDraft,
  paper: string | null,
): Promise<readonly PartCheck[]> {
  const typed = KEY_SLOTS.flatMap((slot) => form.keys[slot] ?? []);
  const releases = typed.map((key) => keyStore.hold(key));
  const client = trial(form, (api) => {
    const slot = slotOf(api, form);
    const key = form.keys[slot];
    if (key === null) return keyStore.get(form.id ?? '', slot);
    return Promise.resolve(ok({ key, origins: originsOf(slot, form) }));
  });
  try {
    const [{ state, cause, fix }, boards, paperApi, app] = await Promise.all([
      keychain.status(),
      // Listing one board changes nothing, and proves that address, key and permissions are right.
      client.listBoards({ limit: 1, offset: 0 }),
      checkPaper(client, paper),
      client.checkApp(),
    ]);
    return [
      state === 'available'
        ? { part: 'keychain', state: 'good', summary: 'The keychain is ready.', failure: null }
        : { part: 'keychain', state: 'failed', summary: `${cause} ${fix}`.trim(), failure: null },
      partOf('board-api', boards, ({ total }) =>
        total === null ? 'The key was accepted.' : `The key was accepted (${counted(total, 'board')}).`,
      ),
      paperApi,
      partOf('app', app, () => ''),
    ];
  } finally {
    for (const release of releases) release();
  }
}

async function checkPaper(api: ServiceApi, paper: string | null): Promise<PartCheck> {
  if (paper !== null) {
    const token = await api.mintToken(paper, null);
    return partOf('paper-api', token, () => 'The key was accepted. The test access token was discarded.');
  }
  // Without a known paper, no harmless request can test the key at the paper API. So Easel checks only the host.
  const host = partOf(
    'paper-api',
    await api.checkPaperApi(),
    () => 'The host responds. To check the key, enter a paper’s identifier.',
  );
  return host.state === 'good' ? { ...host, state: 'not-checkable' } : host;
}

function partOf<T>(part: CheckPart, answer: Result<T>, summaryOf: (value: T) => string): PartCheck {
  return answer.ok
    ? { part, state: 'good', summary: summaryOf(answer.value), failure: null }
    : { part, state: 'failed', summary: answer.error.message, failure: answer.error };
}

export const APIS = { 'paper-api': 'paperApi', 'board-api': 'boardApi' } as const;

type Rehearsing = Pick<CheckOptions, 'keyStore' | 'trial'> & Pick<Access, 'apiOf'>;

/** True if the next key of a key slot passed the check at every API that uses this slot. */
export function isGreen(
  cells: readonly RehearsalCell[],
  slot: KeySlot,
  record: Parameters<typeof slotOf>[1],
): boolean {
  const own = cells.filter(({ api, stage }) => stage === 'next' && slotOf(APIS[api], record) === slot);
  return own.length > 0 && own.every(({ state }) => state === 'good');
}

/** Checks the current and the next key at both APIs. `paper` is the id of an existing paper. Never rejects. */
export function rehearse(options: Rehearsing, record: ConnectionRecord, paper: string | null) {
  const places = REHEARSED_APIS.flatMap((api) => REHEARSED_STAGES.map((stage) => ({ api, stage })));
  return Promise.all(places.map((place) => rehearseOne(options, record, place, paper)));
}

/** Failures that prove nothing about a key, because the service was not reached. */
const UNREACHED: ReadonlySet<FailureCode> = new Set(['offline', 'cannot-reach', 'timeout']);

/** Advice for a refused next key. Needed because the usual advice names a form that has no field for this key. */
const STAGE_IT_AGAIN =
  'Check the key in the account’s dashboard. Then discard the next key in Easel and stage the correct key.';

async function rehearseOne(
  { keyStore, trial, apiOf }: Rehearsing,
  record: ConnectionRecord,
  place: Pick<RehearsalCell, 'api' | 'stage'>,
  paper: string | null,
): Promise<RehearsalCell> {
  const cell = (
    state: RehearsalCell['state'],
    summary: string,
    failure: Failure | null = null,
  ): RehearsalCell => ({ ...place, state, summary, failure });
  const resultOf = (tried: Result<unknown>, summary: string): RehearsalCell => {
    if (tried.ok) return cell('good', summary);
    const { code, message } = tried.error;
    if (code !== 'key-refused') {
      return cell(UNREACHED.has(code) ? 'offline' : 'failed', message, tried.error);
    }
    const nextStep = place.stage === 'next' ? STAGE_IT_AGAIN : tried.error.nextStep;
    return cell('refused', message, { ...tried.error, nextStep });
  };
  const key = await keyStore.get(record.id, slotOf(APIS[place.api], record), place.stage);
  if (!key.ok && key.error.code === 'no-key') return cell('no-key', `There is no ${place.stage} key.`);
  if (!key.ok) return resultOf(key, '');
  // Uses the connection's own client for the current key, because this client also updates the service status.
  const isCurrent = place.stage === 'current';
  const api = isCurrent ? await apiOf(record.id) : ok(trial(record, () => Promise.resolve(key)));
  if (!api.ok) return resultOf(api, '');
  if (place.api === 'board-api')
    return resultOf(await api.value.listBoards({ limit: 1, offset: 0 }), 'The key can list boards.');
  if (paper === null) return cell('not-checkable', 'To check this API, enter a paper’s identifier.');
  return resultOf(
    await api.value.mintToken(paper, null),
    'The key works. The test access token was discarded.',
  );
}
