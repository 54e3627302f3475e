import { expect, test } from 'vitest';
import { sharedMain, sharedPractice } from './shared-main.ts';

const main = sharedMain();
const shared = sharedPractice({ boards: 3 });

test('Easel redacts both the current and the next API key in a response of the service', async () => {
  const first = shared.practice.apiKey;
  await main.connect(shared.practice.origin, first);
  const { connectionId } = main;
  // The quotation mark in this API key would end a redaction by regular expression too early.
  const next = 'the-first-half"and-the-second-half-of-a-key';
  const key = { connectionId, slot: 'main', apiKey: next, sessionOnly: true } as const;
  await main.must('keys.stage', { ...key, note: '', remindAt: null, useWhenGreen: false });
  const message = `use Bearer ${next} in place of ${first}`;
  await shared.practice.faults.set('listBoards', { kind: 'status', status: 422, body: { message } });
  const { rehearsal } = await main.must('keys.rehearse', { connectionId, paper: '' });
  expect(rehearsal?.cells.at(-1)?.summary).toContain('in place of [redacted]');
  for (const secret of ['the-first-half', 'and-the-second-half', first])
    expect(main.services.said()).not.toContain(secret);
});

test('a check of the API keys updates the service status with the result of the current key', async () => {
  await main.connect(shared.practice.origin, shared.practice.apiKey);
  const { connectionId } = main;
  const message = 'This key was revoked.';
  await shared.practice.faults.set('listBoards', { kind: 'status', status: 401, body: { message } });
  await main.must('keys.rehearse', { connectionId, paper: '' });
  const { parts } = await main.must('health.state', { connectionId });
  expect(parts.find(({ name }) => name === 'board-api')?.answer).toBe('key-refused');
});
