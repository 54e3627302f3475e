/** The rehearsal: current and next key tried at both APIs, with calls that change nothing. */
import {
  REHEARSED_APIS,
  REHEARSED_STAGES,
  type KeySlot,
  type RehearsalCell,
} from '../../preload/contract/keys.ts';
import type { Failure, Result } from '../../preload/contract/failure.ts';
import type { Addresses, ServiceApi } from '../service/api.ts';
import type { AskKey } from '../service/authorize.ts';
import type { ConnectionRecord } from '../store/tables/connections.ts';
import { slotOf } from './key-origins.ts';
import type { KeySlots } from './key-slots.ts';

export interface RehearsalOptions {
  readonly slots: Pick<KeySlots, 'get'>;
  readonly trial: (addresses: Addresses, key: AskKey) => ServiceApi;
}

const APIS = { 'paper-api': 'paperApi', 'board-api': 'boardApi' } as const;

type KeyPlace = Pick<RehearsalCell, 'api' | 'stage'>;
type Separate = Pick<ConnectionRecord, 'separateBoardKey'>;

/** Whether the next key of a slot was taken wherever it would be used. What could not be tried is not green. */
export function isGreen(cells: readonly RehearsalCell[], slot: KeySlot, record: Separate): boolean {
  const own = cells.filter(({ api, stage }) => stage === 'next' && slotOf(APIS[api], record) === slot);
  return own.length > 0 && own.every(({ state }) => state === 'good');
}

/** Notes in the cells of a slot's next key why it did not take over automatically. */
export function withReason(
  cells: readonly RehearsalCell[],
  slot: KeySlot,
  record: Separate,
  reason: string,
): readonly RehearsalCell[] {
  return cells.map((cell) =>
    cell.stage === 'next' && slotOf(APIS[cell.api], record) === slot
      ? { ...cell, summary: `${cell.summary} ${reason}` }
      : cell,
  );
}

/** Tries all four side by side; each is an answer, none an exception. `paper` is a paper's identifier, if one is known. */
export function rehearseKeys(
  options: RehearsalOptions,
  record: ConnectionRecord,
  paper: string | null,
): Promise<readonly RehearsalCell[]> {
  const places = REHEARSED_APIS.flatMap((api) => REHEARSED_STAGES.map((stage) => ({ api, stage })));
  return Promise.all(places.map((place) => rehearseOne(options, record, place, paper)));
}

async function rehearseOne(
  { slots, trial }: RehearsalOptions,
  record: ConnectionRecord,
  place: KeyPlace,
  paper: string | null,
): Promise<RehearsalCell> {
  const key = await slots.get(record.id, slotOf(APIS[place.api], record), place.stage);
  if (!key.ok) {
    const none = key.error.code === 'no-key';
    return none ? cell(place, 'no-key', `There is no ${place.stage} key.`) : failed(place, key.error);
  }
  if (place.api === 'paper-api' && paper === null) return cell(place, 'not-checkable', NO_PAPER);
  const tried = await tryKey(
    trial(record, () => Promise.resolve(key)),
    paper,
    place,
  );
  return tried.ok ? cell(place, 'good', TAKEN[place.api]) : failed(place, tried.error);
}

/** Listing one board changes nothing; a token for an existing paper is dropped. */
function tryKey(
  api: Pick<ServiceApi, 'listBoards' | 'mintToken'>,
  paper: string | null,
  place: KeyPlace,
): Promise<Result<unknown>> {
  return place.api === 'board-api' || paper === null
    ? api.listBoards({ limit: 1, offset: 0 })
    : api.mintToken(paper, null);
}

const NO_PAPER = 'Enter a paper to check this API.';

const TAKEN: Readonly<Record<KeyPlace['api'], string>> = {
  'paper-api': 'Its access token was discarded.',
  'board-api': 'Listed boards.',
};

function failed(place: KeyPlace, failure: Failure): RehearsalCell {
  const state = failure.code === 'key-refused' ? 'refused' : 'failed';
  return { ...place, state, summary: failure.message, failure };
}

function cell(place: KeyPlace, state: RehearsalCell['state'], summary: string): RehearsalCell {
  return { ...place, state, summary, failure: null };
}
