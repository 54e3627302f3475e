/** The previews use case over a service that mints tokens at once, with all that it says recorded. */
import { createLog } from '../../../../main/log/log.ts';
import { NO_POLICY, type Policy } from '../../../../main/policy/policy.ts';
import { Previews } from '../../../../main/previews/previews.ts';
import type { AccessToken, ServiceApi } from '../../../../main/service/api.ts';
import type { Connection, ReadOnly } from '../../../../preload/contract/connections.ts';
import type { PreviewGrant, PreviewState } from '../../../../preload/contract/papers.ts';
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
  /** What the health of the app host was told: connection, and the failure's code or null. */
  /** Visits that are over. */
  readonly left: { connectionId: string; targetId: string; seconds: number }[];
  readonly answers: (readonly [string, string | null])[];
  /** How many tokens were minted. */
  readonly minted: () => number;
  readonly clock: { now: number };
  /** Whether Easel is locked, and what its one connection says of changes. */
  readonly around: { locked: boolean; readOnly: ReadOnly };
  /** What the page was told to take the focus for. */
  readonly focusBack: Events['previews.focusBack'][];
  /** What is answered next: by the service to requests for a token, by the connection, and by the clipboard. */
  readonly answer: {
    token: Result<AccessToken>;
    appUrl: Result<string>;
    mayChange: Result<null>;
    clipboard: Result<null>;
  };
  readonly open: (kind?: 'paper' | 'board') => Promise<PreviewGrant>;
}

export function previewsUnderTest(rules: Partial<Policy> = {}): PreviewsUnderTest {
  const changes: PreviewState[] = [];
  const clipboard: string[] = [];
  const lines: string[] = [];
  const opened: PreviewsUnderTest['opened'] = [];
  const left: PreviewsUnderTest['left'] = [];
  const answers: (readonly [string, string | null])[] = [];
  const clock = { now: 1_000_000 };
  const around: PreviewsUnderTest['around'] = {
    locked: false,
    readOnly: { on: false, forced: false, unlockedUntil: null },
  };
  const focusBack: PreviewsUnderTest['focusBack'] = [];
  const answer: PreviewsUnderTest['answer'] = {
    token: ok({ token: CANARY_TOKEN, expiresAt: 1_700_000_000_000 }),
    appUrl: ok('https://app.example'),
    mayChange: ok(null),
    clipboard: ok(null),
  };
  let minted = 0;
  const mint = (): Promise<Result<AccessToken>> => {
    minted += 1;
    return Promise.resolve(answer.token);
  };
  const api: Pick<ServiceApi, 'mintToken' | 'mintInvite'> = { mintToken: mint, mintInvite: mint };
  const previews = new Previews({
    apiOf: () => Promise.resolve(ok(api as ServiceApi)),
    appUrlOf: () => Promise.resolve(answer.appUrl),
    mayChange: () => Promise.resolve(answer.mayChange),
    policy: { ...NO_POLICY, ...rules },
    log: createLog({ write: (line) => lines.push(line) }),
    isLocked: () => around.locked,
    connections: () =>
      Promise.resolve({
        connections: [{ id: 'c-1', readOnly: around.readOnly } as Connection],
        currentId: 'c-1',
      }),
    onChange: (state) => changes.push(state),
    onFocusBack: (event) => focusBack.push(event),
    onLeft: (visit) => left.push(visit),
    onAppAnswer: (connectionId, failed) => answers.push([connectionId, failed?.code ?? null]),
    copyText: (text) => {
      clipboard.push(text);
      return Promise.resolve(answer.clipboard);
    },
    onBoardOpened: (...board) => {
      opened.push(board);
      return Promise.resolve();
    },
    now: () => clock.now,
  });
  const open = async (kind: 'paper' | 'board' = 'paper'): Promise<PreviewGrant> => {
    const grant = await previews.open({
      connectionId: 'c-1',
      target: { kind, id: 'p-7' },
      displayName: 'Ada',
      reason: '',
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
    answers,
    minted: () => minted,
    clock,
    around,
    focusBack,
    answer,
    open,
  };
}
