import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Snapshot } from '../../../../main/previews/pictures.ts';
import { failure } from '../../../../main/lib/wording/failure.ts';
import { fail, ok } from '../../../../preload/contract/failure.ts';
import { previewsUnderTest, type PreviewsUnderTest, ROOM_ADDRESS, SNAPSHOT } from './previews-under-test.ts';

let under: PreviewsUnderTest;

beforeEach(() => {
  under = previewsUnderTest();
});
afterEach(() => under.checkSilence());

const LINK = { connectionId: 'c-1', target: { kind: 'paper', id: 'p-7' }, displayName: ' Ada ' } as const;
const BROWSER = { ...LINK, reason: 'T-7' };
const WRONG_REASON = { code: 'invalid-input', fields: { reason: expect.any(String) as unknown } };

test('closing a preview twice or reporting on it afterwards publishes no further state', async () => {
  const previewId = await under.enter();
  for (let time = 1; time <= 2; time += 1)
    expect(await under.previews.close({ previewId })).toEqual(ok({ asks: null }));
  // Reports the end of a preview a second time, as the webview does. This report must change nothing.
  await under.previews.ended(previewId);
  under.previews.report({ previewId, state: 'live', failure: null });
  expect(await under.previews.close({ previewId: 'unknown' })).toEqual(ok({ asks: null }));
  expect(under.states()).toEqual(['loading', 'live', 'closed']);
  expect(under.leaves).toEqual([previewId]);
});

test('a fifth preview is refused until one of four open previews is closed', async () => {
  const [, , third] = await under.fill();
  expect(await under.asked()).toMatchObject({ ok: false, error: { code: 'refused' } });
  expect(under.minted()).toBe(4);
  await under.previews.close({ previewId: third.previewId });
  await under.open();
});

test('only four of five previews that are requested at the same time open', async () => {
  const opened = await Promise.all(Array.from({ length: 5 }, () => under.asked()));
  expect(opened.filter((result) => result.ok)).toHaveLength(4);
});

test('a failed token request does not count towards the maximum of open previews', async () => {
  const { token } = under.answer;
  under.answer.token = fail(failure('key-refused'));
  expect(await under.asked()).toMatchObject({ error: { code: 'key-refused' } });
  under.answer.token = token;
  await under.fill();
});

test.each([
  ['refused', 'no-preview'],
  ['timeout', 'timeout'],
] as const)('the failure “%s” of a board’s token request is reported as “%s”', async (code, said) => {
  under.answer.token = fail(failure(code));
  expect(await under.asked({ target: { kind: 'board', id: 'b-7' } })).toMatchObject({
    error: { code: said },
  });
});

test('a crash of a room is not recorded as a failure of the host in the app address', async () => {
  const { previews } = under;
  const previewId = await under.enter();
  previews.report({ previewId, state: 'failed', failure: failure('timeout') });
  previews.report({ previewId, state: 'crashed', failure: failure('internal') });
  await previews.close({ previewId });
  previews.report({ previewId, state: 'live', failure: null });
  expect(under.answers).toEqual([
    ['c-1', null],
    ['c-1', 'timeout'],
  ]);
});

test.each([
  ['the connection allows no changes', 'mayChange', 'read-only', 0],
  ['no token is created', 'token', 'key-refused', 1],
] as const)('a join link is not copied if %s', async (_why, step, code, minted) => {
  under.answer[step] = fail(failure(code));
  expect(await under.previews.copyLink(LINK)).toMatchObject({ error: { code } });
  expect(await under.previews.copyBrowserLink(BROWSER)).toMatchObject({ error: { code } });
  expect([under.minted(), under.clipboard]).toEqual([2 * minted, []]);
});

test('a join link is not copied if Easel is locked while the token is requested', async () => {
  const copying = [under.previews.copyLink(LINK), under.previews.copyBrowserLink(BROWSER)];
  under.around.locked = true;
  for (const copied of await Promise.all(copying))
    expect(copied).toMatchObject({ error: { code: 'locked' } });
  expect([under.minted(), under.clipboard]).toEqual([2, []]);
});

test.each([
  ['the policy forbids visits', { allowVisits: false }, {}, { code: 'policy' }],
  ['the required reason is blank', { requireReason: true }, { reason: '\t ' }, WRONG_REASON],
  ['the reason has 201 characters', {}, { reason: 'x'.repeat(201) }, WRONG_REASON],
  ['the name is blank', {}, { displayName: ' ' }, { code: 'invalid-input' }],
])('a preview and a browser link are refused if %s', async (_why, rules, change, error) => {
  under = previewsUnderTest(rules);
  expect(await under.asked({ reason: 'T-7', ...change })).toMatchObject({ error });
  expect(await under.previews.copyBrowserLink({ ...BROWSER, ...change })).toMatchObject({ error });
  expect([under.minted(), under.clipboard]).toEqual([0, []]);
});

test('a policy that forbids visits still allows join links', async () => {
  under = previewsUnderTest({ allowVisits: false });
  expect(await under.previews.copyLink(LINK)).toMatchObject({ ok: true });
});

const live = (picture: Promise<Snapshot | null> = Promise.resolve(SNAPSHOT)): Promise<string> => {
  under.pictures.wanted = () => Promise.resolve(true);
  return under.enter({}, () => picture);
};

test('closing a preview returns its picture if the user must decide whether to store it', async () => {
  const previewId = await live();
  expect(await under.previews.close({ previewId })).toEqual(ok({ asks: 'data:,asked' }));
  expect(under.pictures.left).toEqual(['p-7 image/jpeg']);
  expect(under.leaves).toEqual([previewId]);
});

test('the picture of a room is dropped if Easel is locked while the room is being left', async () => {
  const { promise, resolve } = Promise.withResolvers<Snapshot | null>();
  const previewId = await live(promise);
  const closing = under.previews.close({ previewId });
  under.around.locked = true;
  under.previews.leaveAll();
  expect(under.leaves).toEqual([previewId]);
  resolve(SNAPSHOT);
  expect(await closing).toEqual(ok({ asks: null }));
  expect(under.pictures.left).toEqual([]);
});

test('the picture of a room is dropped if its paper was deleted while the room was open', async () => {
  const previewId = await live();
  await under.previews.gone('c-1', ['p-7']);
  await under.previews.close({ previewId });
  expect([under.pictures.gone, under.pictures.left]).toEqual([['p-7'], []]);
});

test('a preview grant can be used only once', async () => {
  const { previewId, placeholder } = await under.open();
  const grant = { previewId, address: ROOM_ADDRESS, appOrigin: 'https://app.example' };
  expect(under.previews.spend(placeholder)).toEqual(grant);
  expect(under.previews.spend(placeholder)).toBeNull();
});

test('an unused preview grant expires after 30 seconds', async () => {
  const [first, second] = await under.fill();
  await under.pass(29_999);
  expect(under.previews.spend(first.placeholder)).not.toBeNull();
  await under.pass(1);
  expect(under.previews.spend(second.placeholder)).toBeNull();
  for (let count = 1; count <= 3; count += 1) await under.open();
  expect(await under.asked()).toMatchObject({ error: { code: 'refused' } });
});
