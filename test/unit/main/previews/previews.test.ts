import { beforeEach, describe, expect, test } from 'vitest';
import type { Snapshot } from '../../../../main/previews/pictures.ts';
import type { GuestPage } from '../../../../main/previews/previews.ts';
import { failure } from '../../../../main/wording/failure.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { CANARY_TOKEN, previewsUnderTest, type PreviewsUnderTest } from './previews-under-test.ts';

let under: PreviewsUnderTest;
let left: string[];

beforeEach(() => {
  under = previewsUnderTest();
  left = [];
});

const SNAPSHOT = { type: 'image/jpeg', bytes: new Uint8Array(3), width: 3, height: 2 };

/** The page of a room; the test says when its picture comes. */
const guestOf = (previewId: string, picture = Promise.resolve<Snapshot | null>(SNAPSHOT)): GuestPage => ({
  leave: () => left.push(previewId),
  picture: () => picture,
  view: () => Promise.resolve(null),
  megabytes: () => null,
});

/** What `guest.ts` does when a webview is attached. */
function attach(previewId: string, placeholder: string): void {
  under.previews.spend(placeholder);
  under.previews.attached(previewId, guestOf(previewId));
}

const states = (): readonly string[] => under.changes.map((change) => change.state);

test('opening grants one webview and returns nothing of the room’s address', async () => {
  const grant = await under.open();
  expect(grant).toEqual({
    previewId: grant.previewId,
    placeholder: `about:blank#preview-${grant.previewId}`,
    displayName: 'Ada',
    host: 'app.example',
    expiresAt: 1_700_000_000_000,
    endsAt: 1_000_000 + 600_000,
  });
  expect(JSON.stringify(grant)).not.toContain(CANARY_TOKEN.slice(0, 12));
  expect(under.previews.spend(grant.placeholder)?.address).toBe(
    `https://app.example/room/p-7?token=${CANARY_TOKEN}`,
  );
});

test('every visit has its own token and grant', async () => {
  const first = await under.open();
  const second = await under.open();
  expect(first.previewId).not.toBe(second.previewId);
  expect(under.minted()).toBe(2);
});

test('a visit goes from loading to live to closed, each published once', async () => {
  const { previewId, placeholder } = await under.open();
  expect(states()).toEqual([]);
  attach(previewId, placeholder);
  under.previews.report({ previewId, state: 'live', failure: null });
  await under.previews.close({ previewId });
  // What guest.ts tells when the page is really gone comes on top, and changes nothing.
  under.previews.ended(previewId);
  expect(states()).toEqual(['loading', 'live', 'closed']);
  expect(left).toEqual([previewId]);
});

test('closing twice closes once and is no failure', async () => {
  const { previewId, placeholder } = await under.open();
  attach(previewId, placeholder);
  for (let time = 1; time <= 2; time += 1)
    expect(await under.previews.close({ previewId })).toEqual(ok({ asks: null }));
  expect(left).toEqual([previewId]);
  expect(states()).toEqual(['loading', 'closed']);
});

test('closing an unknown preview publishes nothing', async () => {
  expect(await under.previews.close({ previewId: 'nobody' })).toEqual(ok({ asks: null }));
  expect(under.changes).toEqual([]);
});

test('a preview closed before its webview attaches can’t be attached any more', async () => {
  const { previewId, placeholder } = await under.open();
  await under.previews.close({ previewId });
  expect(under.previews.spend(placeholder)).toBeNull();
});

test('a page that loads after its preview was closed is closed at once', async () => {
  const { previewId, placeholder } = await under.open();
  under.previews.spend(placeholder);
  await under.previews.close({ previewId });
  under.previews.attached(previewId, guestOf(previewId));
  expect(left).toEqual([previewId]);
  expect(states()).toEqual(['closed']);
});

test.each(['live', 'failed', 'crashed'] as const)(
  'a report of %s after the end is ignored',
  async (state) => {
    const { previewId, placeholder } = await under.open();
    attach(previewId, placeholder);
    await under.previews.close({ previewId });
    under.previews.report({ previewId, state, failure: null });
    under.previews.report({ previewId: 'nobody', state, failure: null });
    expect(states()).toEqual(['loading', 'closed']);
  },
);

test('a fifth preview is refused before a token is created, and possible again after one is closed', async () => {
  const grants = [await under.open(), await under.open(), await under.open(), await under.open()];
  const fifth = await under.previews.open({
    connectionId: 'c-1',
    target: { kind: 'paper', id: 'p-7' },
    displayName: 'Ada',
    reason: '',
    minutes: 10,
  });
  expect(fifth).toMatchObject({ ok: false, error: { code: 'refused' } });
  expect(under.minted()).toBe(4);
  await under.previews.close({ previewId: grants[2]?.previewId ?? '' });
  await under.open();
});

test('five opened at once make no more than four', async () => {
  const opened = await Promise.all(
    Array.from({ length: 5 }, () =>
      under.previews.open({
        connectionId: 'c-1',
        target: { kind: 'paper', id: 'p-7' },
        displayName: 'Ada',
        reason: '',
        minutes: 10,
      }),
    ),
  );
  expect(opened.filter((result) => result.ok)).toHaveLength(4);
});

test('a grant not used within 30 seconds frees its slot', async () => {
  const grants = [await under.open(), await under.open(), await under.open(), await under.open()];
  under.clock.now += 30_000;
  await under.open();
  expect(under.previews.spend(grants[0]?.placeholder ?? '')).toBeNull();
});

describe('copying a join link', () => {
  test('puts it on the clipboard and nowhere else', async () => {
    const copied = await under.previews.copyLink({
      connectionId: 'c-1',
      identifier: 'p-7',
      displayName: ' Ada ',
    });
    expect(copied).toMatchObject({ ok: true, value: { displayName: 'Ada', expiresAt: 1_700_000_000_000 } });
    expect(under.clipboard).toEqual([`https://app.example/room/p-7?token=${CANARY_TOKEN}`]);
    expect(JSON.stringify([copied, under.changes])).not.toContain(CANARY_TOKEN.slice(0, 12));
  });

  test('fails where the clipboard did not take it', async () => {
    under.answer.clipboard = fail(failure('refused'));
    expect(
      await under.previews.copyLink({ connectionId: 'c-1', identifier: 'p-7', displayName: 'Ada' }),
    ).toMatchObject({ error: { code: 'refused' } });
  });

  test('opens no preview and takes no slot', async () => {
    for (let count = 0; count < 5; count += 1)
      await under.previews.copyLink({ connectionId: 'c-1', identifier: 'p-7', displayName: 'Ada' });
    expect(under.changes).toEqual([]);
    await Promise.all([under.open(), under.open(), under.open(), under.open()]);
  });

  test.each(['read-only', 'policy'] as const)('is refused as a change when that is %s', async (code) => {
    under.answer.mayChange = fail(failure(code));
    expect(
      await under.previews.copyLink({ connectionId: 'c-1', identifier: 'p-7', displayName: 'Ada' }),
    ).toMatchObject({ error: { code } });
    expect([under.minted(), under.clipboard]).toEqual([0, []]);
  });

  test('leaves the clipboard alone when no token was created', async () => {
    under.answer.token = fail(failure('key-refused'));
    expect(
      await under.previews.copyLink({ connectionId: 'c-1', identifier: 'p-7', displayName: 'Ada' }),
    ).toMatchObject({
      error: { code: 'key-refused' },
    });
    expect(under.clipboard).toEqual([]);
  });
});

test.each(['key-refused', 'not-allowed', 'too-many-requests', 'cannot-reach'] as const)(
  'when the service says %s, nothing is granted',
  async (code) => {
    under.answer.token = fail(failure(code));
    const opened = await under.previews.open({
      connectionId: 'c-1',
      target: { kind: 'board', id: 'b-7' },
      displayName: 'Ada',
      reason: '',
      minutes: 10,
    });
    expect(opened).toMatchObject({ ok: false, error: { code } });
    under.answer.token = previewsUnderTest().answer.token;
    await Promise.all([under.open(), under.open(), under.open(), under.open()]);
  },
);

test('a preview of a board is recorded, and of a paper not', async () => {
  await under.open('paper');
  expect(under.opened).toEqual([]);
  await under.open('board');
  expect(under.opened).toEqual([['c-1', 'p-7']]);
});

test('a board without a room says so', async () => {
  under.answer.token = fail(failure('not-found', { status: 404 }));
  expect(
    await under.previews.open({
      connectionId: 'c-1',
      target: { kind: 'board', id: 'b-7' },
      displayName: 'Ada',
      reason: '',
      minutes: 10,
    }),
  ).toMatchObject({
    error: { code: 'no-preview', status: 404 },
  });
});

test('without an app address no token is created', async () => {
  under.answer.appUrl = fail(failure('not-found'));
  expect(
    (
      await under.previews.open({
        connectionId: 'c-1',
        target: { kind: 'paper', id: 'p-7' },
        displayName: 'Ada',
        reason: '',
        minutes: 10,
      })
    ).ok,
  ).toBe(false);
  expect(under.minted()).toBe(0);
});

test('a room that opens, fails or loses its connection tells the health of its app host, a crash doesn’t', async () => {
  const { previews, answers, open } = previewsUnderTest();
  const { previewId, placeholder } = await open();
  previews.spend(placeholder);
  previews.attached(previewId, guestOf(previewId));
  previews.report({ previewId, state: 'live', failure: null });
  previews.report({ previewId, state: 'failed', failure: failure('timeout') });
  previews.report({ previewId, state: 'crashed', failure: failure('internal') });
  previews.lost(previewId, null);
  await previews.close({ previewId });
  previews.report({ previewId, state: 'live', failure: null });
  previews.lost(previewId, null);
  expect(answers).toEqual([
    ['c-1', null],
    ['c-1', 'timeout'],
    ['c-1', 'lost'],
  ]);
});

describe('a visit under a policy', () => {
  const PAPER = { kind: 'paper', id: 'p-7' } as const;

  test('is refused when visits are turned off, before a token is created; a join link isn’t', async () => {
    under = previewsUnderTest({ allowVisits: false });
    expect(
      await under.previews.open({
        connectionId: 'c-1',
        target: PAPER,
        displayName: 'Ada',
        reason: 'T-7',
        minutes: 10,
      }),
    ).toMatchObject({
      error: { code: 'policy' },
    });
    expect(under.minted()).toBe(0);
    expect(
      await under.previews.copyLink({ connectionId: 'c-1', identifier: 'p-7', displayName: 'Ada' }),
    ).toMatchObject({ ok: true });
  });

  test.each(['', '   ', '\t\n'])('that requires a reason rejects %j', async (reason) => {
    under = previewsUnderTest({ requireReason: true });
    expect(
      await under.previews.open({
        connectionId: 'c-1',
        target: PAPER,
        displayName: 'Ada',
        reason,
        minutes: 10,
      }),
    ).toMatchObject({
      error: { code: 'invalid-input', fields: { reason: expect.any(String) } },
    });
    expect(under.minted()).toBe(0);
  });

  test('is recorded with its reason, and with nothing of the room’s address', async () => {
    under = previewsUnderTest({ requireReason: true });
    const opened = await under.previews.open({
      connectionId: 'c-1',
      target: PAPER,
      displayName: 'Ada',
      reason: '  Ticket 4711 ',
      minutes: 10,
    });
    if (!opened.ok) throw new Error(opened.error.message);
    expect(under.lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        scope: 'previews',
        message: 'visit',
        connectionId: 'c-1',
        kind: 'paper',
        previewId: opened.value.previewId,
        reason: 'Ticket 4711',
      },
    ]);
    expect(under.lines.join('')).not.toContain(CANARY_TOKEN.slice(0, 12));
  });
});

test('a read-only connection can be visited, because the shield is local', async () => {
  under.answer.mayChange = fail(failure('read-only'));
  await under.open();
  expect(under.minted()).toBe(1);
});

test('an optional reason may have 200 characters at most', async () => {
  const open = (reason: string) =>
    under.previews.open({
      connectionId: 'c-1',
      target: { kind: 'paper', id: 'p-7' },
      displayName: 'Ada',
      reason,
      minutes: 10,
    });
  expect(await open(` ${'x'.repeat(200)} `)).toMatchObject({ ok: true });
  expect(await open('x'.repeat(201))).toMatchObject({
    error: { code: 'invalid-input', fields: { reason: expect.any(String) } },
  });
  expect(under.minted()).toBe(1);
});

describe('the picture of a room that is left', () => {
  const live = async (picture?: Promise<Snapshot | null>): Promise<string> => {
    under.pictures.wanted = true;
    const { previewId, placeholder } = await under.open();
    under.previews.spend(placeholder);
    under.previews.attached(previewId, guestOf(previewId, picture));
    under.previews.report({ previewId, state: 'live', failure: null });
    return previewId;
  };

  test('is taken before it is left, and the person is asked where that is due', async () => {
    const previewId = await live();
    expect(await under.previews.close({ previewId })).toEqual(ok({ asks: 'data:,asked' }));
    expect(under.pictures.left).toEqual(['p-7 image/jpeg']);
    expect(left).toEqual([previewId]);
  });

  test('is not waited for by a second press', async () => {
    const { promise, resolve } = Promise.withResolvers<Snapshot | null>();
    const previewId = await live(promise);
    const first = under.previews.close({ previewId });
    await under.previews.close({ previewId });
    expect(left).toEqual([previewId]);
    resolve(null);
    expect(await first).toEqual(ok({ asks: null }));
  });

  test.each(['failed', 'crashed'] as const)('is not taken of one that %s', async (state) => {
    const previewId = await live();
    under.previews.report({ previewId, state, failure: failure('timeout') });
    await under.previews.close({ previewId });
    expect(under.pictures.left).toEqual([]);
  });

  test('is not kept when Easel was locked meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<Snapshot | null>();
    const previewId = await live(promise);
    const closing = under.previews.close({ previewId });
    under.around.locked = true;
    under.previews.leaveAll();
    expect(left).toEqual([previewId]);
    resolve(SNAPSHOT);
    expect(await closing).toEqual(ok({ asks: null }));
    expect(under.pictures.left).toEqual([]);
  });

  test('is not kept of what was deleted while the room was open', async () => {
    const previewId = await live();
    await under.previews.gone('c-1', ['p-7']);
    await under.previews.close({ previewId });
    expect([under.pictures.gone, under.pictures.left]).toEqual([['p-7'], []]);
  });
});
