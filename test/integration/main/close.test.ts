import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { draftFor, startServices } from '../../support/services.ts';

const CHILD = path.join(import.meta.dirname, 'closing-child.ts');

test('the main process ends after its modules have been closed', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD], { timeout: 100_000 });
  expect(stdout).toBe('closed');
});

test('a change that the page sends just before Easel closes is stored', async () => {
  const services = await startServices();
  const { id } = await services.must(
    'connections.save',
    draftFor('https://service.invalid', 'sk_close-0123456789-abcdefghij'),
  );
  void services.call('views.keepLast', { connectionId: id, last: { screen: 'papers' } });
  const restarted = await services.restart();
  const { last } = await restarted.must('views.layout', { connectionId: id });
  await restarted.close();
  expect(last).toEqual({ screen: 'papers' });
});
