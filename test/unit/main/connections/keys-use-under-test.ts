/** The use case of keys over real key slots, with a service that takes and refuses keys as a test says. */
import { Keys } from '../../../../main/connections/keys.ts';
import type { ChosenFile } from '../../../../main/files/files.ts';
import { NO_POLICY, type Policy } from '../../../../main/policy/policy.ts';
import type { ServiceApi } from '../../../../main/service/api.ts';
import { failure } from '../../../../main/wording/failure.ts';
import type { Store } from '../../../../main/store/database.ts';
import type { ConnectionRecord } from '../../../../main/store/tables/connections.ts';
import type { ArgsOf } from '../../../../preload/contract/contract.ts';
import type { ConnectionKeys, KeySlot, KeyStage } from '../../../../preload/contract/keys.ts';
import { fail, ok, type FailureCode, type Result } from '../../../../preload/contract/failure.ts';
import { keysUnderTest } from './keys-under-test.ts';

export const CURRENT = 'current-key-1111';
export const NEXT = 'next-key-22222222';

export const RECORD: ConnectionRecord = {
  id: 'c',
  name: 'Acme boards',
  environment: 'production',
  color: 'red',
  paperApi: 'https://papers.example.com',
  boardApi: 'https://boards.example.com',
  appUrl: 'https://app.example.com',
  separateBoardKey: false,
  readOnly: false,
  createdAt: 1,
};

export type UseUnderTest = ReturnType<typeof keyUseUnderTest>;

export function keyUseUnderTest(policy: Partial<Policy> = {}, ...faults: Parameters<typeof keysUnderTest>) {
  const tested = keysUnderTest(...faults);
  const slots = tested.run();
  const record = { now: RECORD };
  // Keys with which a call fails, by `api key`.
  const failing = new Map<string, FailureCode>();
  // What was sent: `api key`, with the paper of a token.
  const sent: string[] = [];
  const told: ConnectionKeys[] = [];
  // Connections whose service a check has not reached.
  const unreached: string[] = [];
  // Slots whose next key took over in a check that nobody had asked for.
  const takenOver: KeySlot[] = [];
  // The file that the person chooses next.
  const file: { chosen: Result<ChosenFile, string> | null; onChoose?: () => void } = { chosen: null };
  // `before` runs before each answer of the service.
  const service: { before?: () => Promise<void> } = {};
  const keys = new Keys({
    slots,
    files: {
      choose: () => {
        file.onChoose?.();
        return Promise.resolve(file.chosen);
      },
      save: () => Promise.resolve(null),
      saveStream: () => Promise.resolve(null),
    },
    policy: { ...NO_POLICY, ...policy },
    recordOf: (id) => Promise.resolve(id === record.now.id ? ok(record.now) : fail(failure('not-found'))),
    register: { ofConnection: () => Promise.resolve([]) } as unknown as Store['papers'],
    trial: (_addresses, ask) => {
      const answer = async <T>(api: 'paperApi' | 'boardApi', value: T, what = ''): Promise<Result<T>> => {
        const key = await ask(api);
        if (!key.ok) return key;
        const call = `${api} ${key.value.key.reveal()}`;
        sent.push(`${call}${what}`);
        await service.before?.();
        const code = failing.get(call);
        return code === undefined ? ok(value) : fail(failure(code));
      };
      return {
        listBoards: () => answer('boardApi', { items: [], notUnderstood: 0, total: 0 }),
        mintToken: (paper: string) => answer('paperApi', { token: 't', expiresAt: null }, ` ${paper}`),
      } as unknown as ServiceApi;
    },
    onChange: (state) => told.push(state),
    onOffline: (connectionId) => unreached.push(connectionId),
    onSwitched: (_connectionId, switched) => takenOver.push(...switched),
    inTurn: (work) => work(),
    now: tested.now,
  });
  return { ...tested, slots, keys, record, failing, sent, told, unreached, takenOver, file, service };
}

const STAGED: ArgsOf<'keys.stage'> = {
  connectionId: 'c',
  slot: 'main',
  apiKey: null,
  fileId: null,
  sessionOnly: false,
  note: '',
  owner: '',
  remindAt: null,
  useWhenGreen: false,
};

export const staged = (apiKey: string | null, change: Partial<typeof STAGED> = {}): typeof STAGED => ({
  ...STAGED,
  apiKey,
  ...change,
});

/** What a success holds. */
export async function valueOf<T>(result: Promise<Result<T>>): Promise<T> {
  const known = await result;
  if (!known.ok) throw new Error(`${known.error.code}: ${known.error.message}`);
  return known.value;
}

export async function idOf(keys: Keys, stage: KeyStage): Promise<string> {
  const found = (await valueOf(keys.list({ connectionId: 'c' }))).keys.find((key) => key.stage === stage);
  if (found === undefined) throw new Error(`there is no ${stage} key`);
  return found.id;
}

/** The four cells as `api stage: state`. */
export function cellsOf({ rehearsal }: ConnectionKeys): readonly string[] | null {
  return rehearsal?.cells.map(({ api, stage, state }) => `${api} ${stage}: ${state}`) ?? null;
}

export function stagesOf({ keys }: ConnectionKeys): readonly string[] {
  return keys.map(({ slot, stage }) => `${slot} ${stage}`);
}
