/** The previews use case over a service that mints tokens at once, with all that it says recorded. */
import { createLog } from '../../../../main/log/log.ts';
import { DEFAULT_PREFERENCES } from '../../../../main/preferences/preferences.ts';
import type { Preferences } from '../../../../preload/contract/app.ts';
import { NO_POLICY, type Policy } from '../../../../main/policy/policy.ts';
import type { Snapshot } from '../../../../main/previews/pictures.ts';
import type { DrawnPage } from '../../../../main/files/files.ts';
import type { NewEntry } from '../../../../main/activity/activity.ts';
import { Previews } from '../../../../main/previews/previews.ts';
import type { AccessToken, ServiceApi } from '../../../../main/service/api.ts';
import type { Connection, ConnectionsState, ReadOnly } from '../../../../preload/contract/connections.ts';
import type { PreviewGrant, PreviewState, VisitReceipt } from '../../../../preload/contract/papers.ts';
import type { Events } from '../../../../preload/contract/events.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';

/** What must be found in no reply, event or log line. */
export const CANARY_TOKEN = 'eyJhbGciOiJub25lIn0.eyJleHAiOjF9.c2VhbC1vZi1jYW5hcnk';

export interface PreviewsUnderTest {
  readonly previews: Previews;
  readonly changes: PreviewState[];
  readonly clipboard: string[];
  readonly lines: string[];
  /** Boards that were said to be looked at, with their connection. */
  readonly opened: (readonly [string, string])[];
  /** Receipts of visits that are over, those that were said to end soon, and the lines of the activity log. */
  readonly left: VisitReceipt[];
  readonly ending: string[];
  readonly entries: NewEntry[];
  /** What the health of the app host was told: connection, and the failure's code or null. */
  readonly answers: (readonly [string, string | null])[];
  /** How many tokens were minted. */
  readonly minted: () => number;
  readonly clock: { now: number };
  /** Lets time pass, and what falls due in it. */
  readonly pass: (ms: number) => void;
  /** The computer sleeps: timers stand still. */
  readonly sleep: (ms: number) => void;
  /** How many timers wait. */
  readonly timers: () => number;
  /** Whether Easel is locked, and what its one connection says of changes. */
  readonly around: {
    locked: boolean;
    readOnly: ReadOnly;
    /** What becomes of rooms that nobody looks at. */
    hiddenRooms: Preferences['hiddenRooms'];
    /** The person says where a file goes, or nowhere. */
    saves: boolean;
    /** Pages can be drawn. */
    draws: boolean;
  };
  /** The files that were to be written: name and content. */
  readonly saved: (readonly [string, Uint8Array])[];
  /** The strips below pictures, as pages. */
  readonly drawn: DrawnPage[];
  readonly connections: () => Promise<ConnectionsState>;
  /** What the page was told to take the focus for. */
  readonly focusBack: Events['previews.focusBack'][];
  /** What is answered next: by the service to requests for a token, by the connection, and by the clipboard. */
  readonly answer: {
    token: Result<AccessToken>;
    appUrl: Result<string>;
    mayChange: Result<null>;
    clipboard: Result<null>;
  };
  /** Whether pictures are wanted, and what of them was told. */
  readonly pictures: {
    wanted: boolean;
    readonly left: string[];
    readonly snapshots: Snapshot[];
    readonly gone: string[];
  };
  readonly open: (kind?: 'paper' | 'board') => Promise<PreviewGrant>;
}

export function previewsUnderTest(rules: Partial<Policy> = {}): PreviewsUnderTest {
  const changes: PreviewState[] = [];
  const clipboard: string[] = [];
  const lines: string[] = [];
  const opened: PreviewsUnderTest['opened'] = [];
  const left: PreviewsUnderTest['left'] = [];
  const ending: string[] = [];
  const entries: NewEntry[] = [];
  let timers: readonly { readonly at: number; readonly run: () => void }[] = [];
  /** What timers go by. */
  let awake = 0;
  let steady = 0;
  const answers: (readonly [string, string | null])[] = [];
  const clock = { now: 1_000_000 };
  const around: PreviewsUnderTest['around'] = {
    locked: false,
    readOnly: { on: false, forced: false, unlockedUntil: null },
    hiddenRooms: 'suspend',
    saves: true,
    draws: true,
  };
  const saved: PreviewsUnderTest['saved'] = [];
  const drawn: PreviewsUnderTest['drawn'] = [];
  const focusBack: PreviewsUnderTest['focusBack'] = [];
  const answer: PreviewsUnderTest['answer'] = {
    token: ok({ token: CANARY_TOKEN, expiresAt: 1_700_000_000_000 }),
    appUrl: ok('https://app.example'),
    mayChange: ok(null),
    clipboard: ok(null),
  };
  const pictures: PreviewsUnderTest['pictures'] = { wanted: false, left: [], snapshots: [], gone: [] };
  let minted = 0;
  const mint = (): Promise<Result<AccessToken>> => {
    minted += 1;
    return Promise.resolve(answer.token);
  };
  const api: Pick<ServiceApi, 'mintToken' | 'mintInvite'> = { mintToken: mint, mintInvite: mint };
  const connections = (): Promise<ConnectionsState> =>
    Promise.resolve({
      connections: [
        { id: 'c-1', name: 'Acme', environment: 'test', readOnly: around.readOnly } as Connection,
      ],
      currentId: 'c-1',
    });
  const previews = new Previews({
    apiOf: () => Promise.resolve(ok(api as ServiceApi)),
    appUrlOf: () => Promise.resolve(answer.appUrl),
    mayChange: () => Promise.resolve(answer.mayChange),
    policy: { ...NO_POLICY, ...rules },
    log: createLog({ write: (line) => lines.push(line) }),
    preferences: {
      read: () => Promise.resolve(ok({ ...DEFAULT_PREFERENCES, hiddenRooms: around.hiddenRooms })),
    },
    savePicture: (name, png) => {
      saved.push([name, png]);
      return Promise.resolve(around.saves ? ok(name) : null);
    },
    drawPage: (page) => {
      drawn.push(page);
      if (!around.draws) return Promise.reject(new Error('not drawn'));
      return Promise.resolve({ width: 4, height: 1, pixels: new Uint8Array(16), scale: 1 });
    },
    isLocked: () => around.locked,
    connections,
    onChange: (state) => changes.push(state),
    onFocusBack: (event) => focusBack.push(event),
    pictures: {
      wanted: () => Promise.resolve(pictures.wanted),
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
    onEnding: ({ previewId }) => ending.push(previewId),
    onLeft: (receipt) => left.push(receipt),
    record: (entry) => entries.push(entry),
    user: 'mara',
    steady: () => steady,
    after: (ms, run) => {
      const timer = { at: awake + ms, run };
      timers = [...timers, timer];
      return () => (timers = timers.filter((each) => each !== timer));
    },
    onAppLost: (connectionId) => answers.push([connectionId, 'lost']),
    onAppAnswer: (connectionId, failed) => answers.push([connectionId, failed?.code ?? null]),
    keepLink: ({ displayName, expiresAt }) => ({
      linkId: 'l-1',
      displayName,
      expiresAt,
      claims: [],
      goneAt: 0,
    }),
    copySecret: (text) => {
      clipboard.push(text);
      return Promise.resolve(answer.clipboard);
    },
    onBoardOpened: (...board) => {
      opened.push(board);
      return Promise.resolve();
    },
    now: () => clock.now,
  });
  const sleep = (ms: number): void => {
    steady += ms;
    clock.now += ms;
  };
  const pass = (ms: number): void => {
    const until = awake + ms;
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
      const to = next?.at ?? until;
      sleep(to - awake);
      awake = to;
      if (next === undefined) return;
      timers = timers.filter((each) => each !== next);
      next.run();
    }
  };
  const open = async (kind: 'paper' | 'board' = 'paper'): Promise<PreviewGrant> => {
    const grant = await previews.open({
      connectionId: 'c-1',
      target: { kind, id: 'p-7' },
      displayName: 'Ada',
      reason: '',
      minutes: 10,
    });
    if (!grant.ok) throw new Error(grant.error.message);
    return grant.value;
  };
  return {
    previews,
    changes,
    clipboard,
    lines,
    opened,
    left,
    ending,
    entries,
    answers,
    minted: () => minted,
    clock,
    pass,
    sleep,
    timers: () => timers.length,
    around,
    saved,
    drawn,
    connections,
    focusBack,
    answer,
    pictures,
    open,
  };
}
