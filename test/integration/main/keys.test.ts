import { expect, test } from 'vitest';
import type { ConnectionKeys, KeyStage } from '../../../preload/contract/keys.ts';
import { must } from '../../support/must.ts';
import { sharedMain, sharedPractice } from './shared-main.ts';

const main = sharedMain();
const shared = sharedPractice({ boards: 3 });

/** Connects with a new API key, because an earlier test may have retired the previous key. */
async function connect(): Promise<string> {
  const key = await shared.practice.issueKey();
  await main.connect(shared.practice.origin, key);
  return key;
}

function stage(apiKey: string, note = '') {
  const { connectionId } = main;
  const about = { note, remindAt: null, useWhenGreen: false };
  const key = { connectionId, slot: 'main', apiKey, sessionOnly: true } as const;
  return main.call('keys.stage', { ...key, ...about });
}

const create = () => main.call('boards.create', { connectionId: main.connectionId });
const rehearse = () => {
  const paper = shared.practice.samplePapers[0]?.identifier ?? '';
  return main.must('keys.rehearse', { connectionId: main.connectionId, paper });
};
const keyAt = (state: ConnectionKeys, stageOf: KeyStage) => state.keys.find((key) => key.stage === stageOf);
const statesOf = ({ rehearsal }: ConnectionKeys) => rehearsal?.cells.map(({ state }) => state);

test('the old API key stays stored after a key rotation until the user retires it', async () => {
  const first = await connect();
  const next = await shared.practice.issueKey();
  const staged = must(await stage(next, 'for spring'));
  expect(staged.keys.map((known) => known.stage)).toEqual(['current', 'next']);
  for (const apiKey of [next, ` Bearer ${first} `])
    expect(await main.must('keys.isKnown', { apiKey })).toBe(true);
  expect(await main.must('keys.isKnown', { apiKey: `${next}x` })).toBe(false);
  expect(statesOf(await rehearse())).toEqual(['good', 'good', 'good', 'good']);
  const { connectionId } = main;
  const used = await main.must('keys.useNext', { connectionId, slot: 'main', knowingly: false });
  expect(keyAt(used, 'current')).toMatchObject({ note: 'for spring' });
  expect(keyAt(used, 'previous')?.fingerprint).toBe(keyAt(staged, 'current')?.fingerprint);

  await shared.practice.retireKey(first);
  expect(await create()).toMatchObject({ ok: true });
  const keyId = keyAt(used, 'previous')?.id ?? '';
  const retired = await main.must('keys.retire', { connectionId, keyId, typed: 'retired' });
  expect(retired.keys.map((known) => known.stage)).toEqual(['current']);

  const outward = main.services.said() + (await main.services.files());
  for (const secret of [first, next]) expect(outward).not.toContain(secret);
});

test('Easel redacts the current and the next API key in a response that quotes both', async () => {
  const first = await connect();
  // This API key contains a quotation mark, where a redaction by regular expression would stop too early.
  const next = 'the-first-half"and-the-second-half-of-a-key';
  must(await stage(next));
  const message = `use Bearer ${next} in place of ${first}`;
  await shared.practice.faults.set('listBoards', { kind: 'status', status: 422, body: { message } });
  expect((await rehearse()).rehearsal?.cells.at(-1)?.summary).toContain('in place of [redacted]');
  for (const secret of ['the-first-half', 'and-the-second-half', first])
    expect(main.services.said()).not.toContain(secret);
});
