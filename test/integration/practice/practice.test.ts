/** Tests the practice service in its own thread, as in the shipped app. */
import { beforeAll, expect, test } from 'vitest';
import { startPractice } from '../../../main/practice/practice.ts';
import { sharedFolder } from '../../support/fresh-folder.ts';
import { emptyRoom, workerOf } from '../../support/services.ts';
import { call } from './clients.ts';

const worker = workerOf('practice');
const above = sharedFolder();
let folder: string;

beforeAll(async () => {
  folder = await emptyRoom(above);
});

test('a simulated outage of the practice service leaves every eighth request unanswered', async () => {
  const service = await startPractice(folder, worker);
  await service.setOutage(true);
  const list = () => call(service, 'GET', '/api/board?limit=1');
  for (let round = 0; round < 7; round += 1) expect((await list()).status).toBe(503);
  const hanging = list().catch(String);
  expect((await list()).status).toBe(503);
  await service.setOutage(false);
  expect(await hanging).toContain('socket hang up');
  expect((await list()).status).toBe(200);
  await service.stop();
});
