import { expect, test } from 'vitest';
import type { ArgsOf } from '../../../preload/contract/contract.ts';
import type { ConnectionKeys, KeyStage } from '../../../preload/contract/keys.ts';
import { ok } from '../../../preload/contract/failure.ts';
import { must } from '../../support/must.ts';
import { fileInMemory } from '../../support/services.ts';
import { sharedMain, sharedPractice } from './shared-main.ts';

/** Contents of all files that Easel has saved. */
const saved: string[] = [];
const main = sharedMain({
  files: {
    save: (_purpose, name, text) => Promise.resolve(ok((saved.push(text), name))),
    saveStream: (_purpose, name) => Promise.resolve(ok(fileInMemory(name, (text) => saved.push(text)))),
  },
  savePdf: (name, { body }) => Promise.resolve(ok((saved.push(body), name))),
});
const shared = sharedPractice({ boards: 3 });

/** Connects with a new API key, because an earlier test may have retired the previous key. */
async function connect(change = {}): Promise<string> {
  const key = await shared.practice.issueKey();
  await main.connect(shared.practice.origin, key, change);
  return key;
}

function stage(apiKey: string, change: Partial<ArgsOf<'keys.stage'>> = {}) {
  const { connectionId } = main;
  const about = { note: '', remindAt: null, useWhenGreen: false };
  const key = { connectionId, slot: 'main', apiKey, sessionOnly: true } as const;
  return main.call('keys.stage', { ...key, ...about, ...change });
}

const create = () => main.call('boards.create', { connectionId: main.connectionId });
const rehearse = () => {
  const paper = shared.practice.samplePapers[0]?.identifier ?? '';
  return main.must('keys.rehearse', { connectionId: main.connectionId, paper });
};
const useNext = (knowingly: boolean) =>
  main.must('keys.useNext', { connectionId: main.connectionId, slot: 'main', knowingly });
const keyAt = (state: ConnectionKeys, stageOf: KeyStage) => state.keys.find((key) => key.stage === stageOf);
const statesOf = ({ rehearsal }: ConnectionKeys) => rehearsal?.cells.map(({ state }) => state);

test('the old API key stays stored after a key rotation until the user retires it', async () => {
  const first = await connect();
  const next = await shared.practice.issueKey();
  const staged = must(await stage(next, { note: 'for spring' }));
  expect(staged.keys.map((known) => known.stage)).toEqual(['current', 'next']);
  for (const apiKey of [next, ` Bearer ${first} `])
    expect(await main.must('keys.isKnown', { apiKey })).toBe(true);
  expect(await main.must('keys.isKnown', { apiKey: `${next}x` })).toBe(false);
  expect(statesOf(await rehearse())).toEqual(['good', 'good', 'good', 'good']);
  const used = await useNext(false);
  expect(keyAt(used, 'current')).toMatchObject({ note: 'for spring' });
  expect(keyAt(used, 'previous')?.fingerprint).toBe(keyAt(staged, 'current')?.fingerprint);

  await shared.practice.retireKey(first);
  expect(await create()).toMatchObject({ ok: true });
  const keyId = keyAt(used, 'previous')?.id ?? '';
  const { connectionId, services } = main;
  const retired = await main.must('keys.retire', { connectionId, keyId, typed: 'retired' });
  expect(retired.keys.map((known) => known.stage)).toEqual(['current']);

  await main.restart();
  const slot = { connectionId, slot: 'main' } as const;
  for (const format of ['txt', 'pdf'] as const)
    await main.must('keys.saveRotation', { ...slot, entry: null, format });
  for (const stageOf of ['current', 'previous'] as const)
    expect(saved.join('\n')).toContain(keyAt(used, stageOf)?.fingerprint);
  expect(saved.join('\n')).toContain('paper API passed, board API passed');
  await main.must('keys.export', {});
  expect(saved).toHaveLength(3);
  const outward = [services.said(), main.services.said(), await main.services.files(), ...saved].join('\n');
  for (const secret of [first, next, 'for spring']) expect(saved.join('\n')).not.toContain(secret);
  for (const secret of [first, next]) expect(outward).not.toContain(secret);
});

test('Easel redacts the current and the next API key in a response that quotes both', async () => {
  const first = await connect();
  // The API key contains a quotation mark, because a regular expression for keys would stop there.
  const next = 'the-first-half"and-the-second-half-of-a-key';
  must(await stage(next));
  const message = `use Bearer ${next} in place of ${first}`;
  await shared.practice.faults.set('listBoards', { kind: 'status', status: 422, body: { message } });
  expect((await rehearse()).rehearsal?.cells.at(-1)?.summary).toContain('in place of [redacted]');
  for (const secret of ['the-first-half', 'and-the-second-half', first])
    expect(main.services.said()).not.toContain(secret);
});
