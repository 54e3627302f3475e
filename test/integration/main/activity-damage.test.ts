import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startServices } from '../../support/services.ts';

test('Easel starts when the last line of its activity log is cut off, and records that in the log', async () => {
  let services = await startServices();
  const file = path.join(services.folder, 'activity.jsonl');
  for (const life of [1, 2, 3]) {
    await services.release();
    // As a kill leaves it that came in the middle of a write.
    await appendFile(file, `{"number":${life},"at":1`);
    services = await startServices(services.folder);
    await services.event('activity.changed', ({ entries }) => entries === life);
  }
  expect(await readFile(file, 'utf8')).toMatch(/damaged bytes/u);
  expect(await services.call('activity.check', {})).toMatchObject({
    ok: true,
    value: { entries: 3, brokenAt: null },
  });
  await services.close();
});
