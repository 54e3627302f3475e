import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startServices, type TestServices } from '../../support/services.ts';

async function entriesOf(services: TestServices): Promise<readonly string[]> {
  const filter = { connectionId: null, action: null, user: null, since: null, until: null, find: '' };
  const { rows } = await services.must('activity.page', { ...filter, open: [], from: 0, count: 10 });
  return rows.flatMap((row) => (row.kind === 'entry' ? `${row.entry.number} ${row.entry.action}` : []));
}

test('Easel starts with an empty activity log if its database was damaged', async () => {
  let services = await startServices();
  await services.call('pictures.clear', {});
  services = await services.restart();
  await services.call('pictures.clear', {});
  expect(await entriesOf(services)).toEqual(['2 settings-changed', '1 settings-changed']);

  await services.release();
  await writeFile(path.join(services.folder, 'easel.db'), 'SQLite format 3\0'.padEnd(4000, 'Z'));
  services = await startServices(services.folder);
  expect(await entriesOf(services)).toEqual(['1 log-restarted']);
  expect(await services.call('app.info', {})).toMatchObject({
    value: { notice: expect.stringContaining('a new activity log') },
  });
  await services.close();
});
