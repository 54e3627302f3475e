import { createLog } from '../../../../main/lib/log/log.ts';
import { NO_POLICY, type Policy } from '../../../../main/ipc/policy/policy.ts';
import type { Snapshot } from '../../../../main/previews/pictures.ts';
import type { Key } from '../../../../main/previews/room-keyboard.ts';
import type { NewEntry } from '../../../../main/lib/implementation.ts';
import { Previews, type GuestPage } from '../../../../main/previews/previews.ts';
import type { AccessToken, ServiceApi } from '../../../../main/service/api.ts';
import type { ArgsOf } from '../../../../preload/contract/contract.ts';
import type { Connection, ConnectionsState } from '../../../../preload/contract/connections.ts';
import type { PreviewGrant, PreviewState, VisitReceipt } from '../../../../preload/contract/papers.ts';
import type { Events } from '../../../../preload/contract/events.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import { must } from '../../../support/must.ts';
import { fakeClock } from '../service/clock.ts';

/** Access token that must not appear in replies, events and log lines. */
export const CANARY_TOKEN = 'eyJhbGciOiJub25lIn0.eyJleHAiOjF9.c2VhbC1vZi1jYW5hcnk';
export const ROOM_ADDRESS = `https://app.example/room/p-7?token=${CANARY_TOKEN}`;

export const SNAPSHOT = { type: 'image/jpeg', bytes: new Uint8Array(3), width: 3, height: 2 };

export function keyOf(key: string, change: Partial<Key> = {}): Key {
  return { type: 'keyDown', key, shift: false, control: false, alt: false, meta: false, ...change };
}

export const CONNECTION = {
  id: 'c-1',
  name: 'Acme',
  environment: 'test',
  appUrl: 'https://app.example/',
  paperApi: 'https://papers.example',
} as const;

export type PreviewsUnderTest = ReturnType<typeof previewsUnderTest>;

export function previewsUnderTest(rules: Partial<Policy> = {}) {
  const time = fakeClock();
  /** Time in ms by which each clock is ahead of the timers, as after the computer has slept. */
  const ahead = { wall: 1_000_000, steady: 0 };
  const recorded = {
    changes: [] as PreviewState[],
    lines: [] as string[],
    left: [] as VisitReceipt[],
    ending: [] as Events['previews.ending'][],
    entries: [] as NewEntry[],
    /** Reported states of the host that serves rooms: a failure's code, or null if the host responded. */
    answers: [] as (readonly [connectionId: string, code: string | null])[],
    saved: [] as (readonly [name: string, png: Uint8Array])[],
    focusBack: [] as Events['previews.focusBack'][],
    clipboard: [] as string[],
  };
  const around = {
    locked: false,
    readOnly: { on: false, forced: false, unlockedUntil: null } as Connection['readOnly'],
    connections: [CONNECTION] as readonly Partial<Connection>[],
  };
  const answer = {
    token: ok({ token: CANARY_TOKEN, expiresAt: 1_700_000_000_000 }) as Result<AccessToken>,
    mayChange: ok(null) as Result<null>,
  };
  const pictures = {
    wanted: (): Promise<boolean> => Promise.resolve(false),
    left: [] as string[],
    snapshots: [] as Snapshot[],
    gone: [] as string[],
  };
  const leaves: string[] = [];
  let minted = 0;
  const mint = (): Promise<Result<AccessToken>> => {
    minted += 1;
    return Promise.resolve(answer.token);
  };
  const connections = (): Promise<ConnectionsState> =>
    Promise.resolve({
      connections: around.connections.map(
        (connection) => ({ ...connection, readOnly: around.readOnly }) as Connection,
      ),
      currentId: 'c-1',
    });
  const previews = new Previews({
    ...time,
    now: () => time.now() + ahead.wall,
    steady: () => time.now() + ahead.steady,
    apiOf: () =>
      Promise.resolve(ok({ mintToken: mint, mintInvite: mint } as Partial<ServiceApi> as ServiceApi)),
    appUrlOf: () => Promise.resolve(ok('https://app.example')),
    mayChange: () => Promise.resolve(answer.mayChange),
    policy: { ...NO_POLICY, ...rules },
    log: createLog((line) => recorded.lines.push(line)),
    savePicture: (name, png) => {
      recorded.saved.push([name, png]);
      return Promise.resolve(ok(name));
    },
    isLocked: () => around.locked,
    connections,
    publish: (event, data) => {
      if (event === 'previews.changed') recorded.changes.push(data as PreviewState);
      else if (event === 'previews.ending') recorded.ending.push(data as Events['previews.ending']);
      else recorded.focusBack.push(data as Events['previews.focusBack']);
    },
    pictures: {
      wanted: () => pictures.wanted(),
      left: (_connectionId, id, snapshot) => {
        pictures.left.push(`${id} ${snapshot.type}`);
        pictures.snapshots.push(snapshot);
        return Promise.resolve('data:,asked');
      },
      gone: (_connectionId, ids) => {
        pictures.gone.push(...ids);
        return Promise.resolve();
      },
    },
    onLeft: (receipt) => recorded.left.push(receipt),
    record: (entry) => recorded.entries.push(entry),
    recordEnd: (entry) => Promise.resolve(recorded.entries.push(entry)),
    user: 'mara',
    onAppAnswer: (connectionId, failed) => recorded.answers.push([connectionId, failed?.code ?? null]),
    keepLink: () => ({}) as never,
    copySecret: (text) => {
      recorded.clipboard.push(text);
      return Promise.resolve(ok(null));
    },
    onBoardOpened: () => Promise.resolve(),
  });

  const asked = (change: Partial<ArgsOf<'previews.open'>> = {}): Promise<Result<PreviewGrant>> =>
    previews.open({
      connectionId: 'c-1',
      target: { kind: 'paper', id: 'p-7' },
      displayName: 'Ada',
      reason: '',
      minutes: 10,
      ...change,
    });
  const open = async (change?: Partial<ArgsOf<'previews.open'>>): Promise<PreviewGrant> =>
    must(await asked(change));
  const enter = async (
    change: Partial<ArgsOf<'previews.open'>> = {},
    picture: GuestPage['picture'] = () => Promise.resolve(SNAPSHOT),
  ): Promise<string> => {
    const { previewId, placeholder } = await open(change);
    previews.spend(placeholder);
    previews.attached(previewId, {
      leave: () => leaves.push(previewId),
      picture,
      view: () => Promise.resolve(null),
    });
    previews.report({ previewId, state: 'live', failure: null });
    return previewId;
  };
  return {
    ...recorded,
    previews,
    ahead,
    around,
    answer,
    pictures,
    leaves,
    connections,
    asked,
    open,
    enter,
    minted: () => minted,
    timers: () => time.timers.size,
    pass: (ms: number) => time.advance(ms),
    sleep: (ms: number): void => {
      ahead.wall += ms;
      ahead.steady += ms;
      time.sleep(ms);
      time.deadlines.check();
    },
    fill: () => Promise.all([open(), open(), open(), open()]),
    states: () => recorded.changes.map(({ state }) => state),
    checkSilence: (): void => {
      const said = JSON.stringify({ ...recorded, clipboard: null, saved: null });
      if (said.includes(CANARY_TOKEN.slice(0, 12))) throw new Error('the token was recorded or logged');
    },
  };
}
