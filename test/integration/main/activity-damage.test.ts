import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startHouse } from '../../support/house.ts';

test('Easel starts over an activity log whose last line was cut off, and says so in the log', async () => {
  let house = await startHouse();
  const file = path.join(house.folder, 'activity.jsonl');
  for (const life of [1, 2, 3]) {
    await house.release();
    // As a kill leaves it that came in the middle of a write.
    await appendFile(file, `{"number":${life},"at":1`);
    house = await startHouse(house.folder);
    await house.event('activity.changed', ({ entries }) => entries === life);
  }
  expect(await readFile(file, 'utf8')).toMatch(/set aside/u);
  expect(await house.call('activity.check', {})).toMatchObject({
    ok: true,
    value: { entries: 3, brokenAt: null },
  });
  await house.close();
});
