/** `Keys` with a real key store, and a service that accepts or refuses keys. */
import { Keys } from '../../../../main/connections/keys.ts';
import { NO_POLICY, type Policy } from '../../../../main/ipc/policy/policy.ts';
import type { ServiceApi } from '../../../../main/service/api.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import type { ConnectionRecord } from '../../../../main/store/tables/connections.ts';
import type { ArgsOf } from '../../../../preload/contract/contract.ts';
import type { ConnectionKeys, KeyStage } from '../../../../preload/contract/keys.ts';
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
  // Failure codes by API and key.
  const failing = new Map<string, FailureCode>();
  // Sent requests as API and key; a token request also has its paper.
  const sent: string[] = [];
  const told: ConnectionKeys[] = [];
  // `before` runs before each response of the service.
  const service: { before?: () => Promise<void> } = {};
  const made = new Keys({
    keyStore: slots,
    isLocked: () => tested.lock.on,
    policy: { ...NO_POLICY, ...policy },
    recordOf: (id) => Promise.resolve(id === record.now.id ? ok(record.now) : fail(failure('not-found'))),
    register: { ofConnection: () => Promise.resolve([]) },
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
    inTurn: (work) => work(),
    now: tested.now,
  });
  const { calls } = made;
  const keys = {
    list: calls.list.run,
    stage: calls.stage.run,
    keep: calls.keep.run,
    rehearse: calls.rehearse.run,
    useNext: calls.useNext.run,
    goBack: calls.goBack.run,
    retire: calls.retire.run,
    discard: calls.discard.run,
    changed: (connectionId: string) => made.changed(connectionId),
  };
  const lockEasel = (): void => {
    tested.lock.on = true;
    slots.drop();
    made.drop();
  };
  return { ...tested, slots, keys, lockEasel, record, failing, sent, told, service };
}

const STAGED: ArgsOf<'keys.stage'> = {
  connectionId: 'c',
  slot: 'main',
  apiKey: '',
  sessionOnly: false,
  note: '',
  remindAt: null,
  useWhenGreen: false,
};

export const staged = (apiKey: string, change: Partial<typeof STAGED> = {}): typeof STAGED => ({
  ...STAGED,
  apiKey,
  ...change,
});

export async function valueOf<T>(result: Promise<Result<T>> | Result<T>): Promise<T> {
  const known = await result;
  if (!known.ok) throw new Error(`${known.error.code}: ${known.error.message}`);
  return known.value;
}

export async function idOf({ keys }: UseUnderTest, stage: KeyStage): Promise<string> {
  const found = (await valueOf(keys.list({ connectionId: 'c' }))).keys.find((key) => key.stage === stage);
  if (found === undefined) throw new Error(`there is no ${stage} key`);
  return found.id;
}

/** Returns the four results of a rehearsal, each as `api stage: state`. */
export function cellsOf({ rehearsal }: ConnectionKeys): readonly string[] | null {
  return rehearsal?.cells.map(({ api, stage, state }) => `${api} ${stage}: ${state}`) ?? null;
}

export function stagesOf({ keys }: ConnectionKeys): readonly string[] {
  return keys.map(({ slot, stage }) => `${slot} ${stage}`);
}
