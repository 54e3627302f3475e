/** One row's surroundings: a practice service, a door in front of it, and main with a connection through that door. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PracticeService } from '../practice/practice.ts';
import { draftFor, startServices, type TestServices } from '../support/services.ts';
import type { Certificates } from './certificates.ts';
import { openDoor, type Door } from './door.ts';
import { aheadMs } from './fast-time.ts';
import { listToEnd, look, value, type Scene } from './operations.ts';
import { startFaultyProxy, type FaultyProxy } from './proxy.ts';
import { isSecure, type Cause } from './rows.ts';
import { KEY } from './secrets.ts';

export interface StageSet {
  readonly services: TestServices;
  readonly door: Door;
  readonly proxy: FaultyProxy | null;
  readonly scene: Scene;
  readonly close: () => Promise<void>;
}

const NO_SUCH_HOST = 'https://boards.invalid';

/** Sets everything up while all is well: boards are listed, two papers are in the register. */
export async function setStage(
  practice: PracticeService,
  certificates: Certificates | null,
  cause: Cause,
): Promise<StageSet> {
  await practice.reset();
  // The service's clock and ours must show about the same time, as they do in the field.
  await practice.advance(aheadMs());
  const good = isSecure(cause) ? (certificates?.contexts.good ?? null) : null;
  const door = await openDoor(practice, good);
  const proxy = cause.kind === 'proxy' ? await startFaultyProxy() : null;
  const folder = await mkdtemp(path.join(tmpdir(), 'easel-faults-'));
  const services = await startServices(folder, proxy === null ? {} : { route: `PROXY ${proxy.name}` });
  const isReachable = cause.kind !== 'no such host';
  const draft = draftFor(isReachable ? door.origin : NO_SUCH_HOST, KEY);
  const connectionId = value(await services.call('connections.save', draft)).id;
  const [doomedPaper = '', joined = ''] = practice.samplePapers.map(({ identifier }) => identifier);
  for (const pasted of [doomedPaper, joined]) {
    value(await services.call('papers.add', { connectionId, pasted, name: '' }));
  }
  if (isReachable) await listToEnd(services, connectionId);
  const { boards } = await look({ services, connectionId });
  // Where nothing can be listed, boards are asked for all the same, as from a list read earlier.
  const [viewed = 'board-1', doomed = 'board-2'] = boards.flatMap(({ id }) => id ?? []);
  return {
    services,
    door,
    proxy,
    scene: { services, connectionId, viewed, doomed, doomedPaper, joined },
    close: async () => {
      await Promise.all([services.close(), door.close(), proxy?.close()]);
    },
  };
}
