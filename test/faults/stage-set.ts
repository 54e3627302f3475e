/** Test setup for a row of the fault matrix: the main process, and a TCP proxy before a practice service. */
import { letThrough, startProxy } from '../integration/service/proxies.ts';
import { startPracticeThread, type PracticeService } from '../practice/practice.ts';
import { dose } from '../support/nightly.ts';
import { draftFor, startServices } from '../support/services.ts';
import type { Certificates } from './certificates.ts';
import { openDoor } from './door.ts';
import { aheadMs, timeOfOthers } from './fast-time.ts';
import { listToEnd, look } from './operations.ts';
import { isSecure, type Cause, type WayFault } from './rows.ts';
import { KEY } from './secrets.ts';

const LANES = dose(6, 2);

/** Processes items concurrently, each with its own practice service. Returns the results in the items' order. */
export async function inLanes<T, R>(
  items: readonly T[],
  work: (item: T, practice: PracticeService) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const left = [...items.entries()];
  async function lane(): Promise<void> {
    const practice = await startPracticeThread({ boards: 6, papers: 2, now: timeOfOthers() });
    try {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [at, item] = next;
        results[at] = await work(item, practice);
      }
    } finally {
      await practice.stop();
    }
  }
  await Promise.all(Array.from({ length: Math.min(LANES, items.length) }, lane));
  return results;
}

async function startFaultyProxy() {
  let fault: WayFault | null = null;
  let isOpen = true;
  const proxy = await startProxy((socket, head) => {
    if (fault === null) return letThrough(socket, head);
    return fault.kind === 'say' ? fault.bytes : undefined;
  });
  const close = async (): Promise<void> => {
    if (isOpen) await proxy.close();
    isOpen = false;
  };
  return {
    route: `PROXY ${proxy.name}`,
    received: proxy.received,
    meet: async (next: WayFault): Promise<void> => {
      fault = next;
      if (next.kind === 'refuse') await close();
    },
    close,
  };
}

export type StageSet = Awaited<ReturnType<typeof setStage>>;

const NO_SUCH_HOST = 'https://boards.invalid';

export async function setStage(practice: PracticeService, certificates: Certificates | null, cause: Cause) {
  await practice.reset();
  await practice.advance(aheadMs());
  const good = isSecure(cause) ? (certificates?.contexts.good ?? null) : null;
  const door = await openDoor(practice, good);
  const proxy = cause.kind === 'proxy' ? await startFaultyProxy() : null;
  const services = await startServices(undefined, proxy === null ? {} : { route: proxy.route });
  const isReachable = cause.kind !== 'no such host';
  const draft = draftFor(isReachable ? door.origin : NO_SUCH_HOST, KEY);
  const connectionId = (await services.must('connections.save', draft)).id;
  const [doomedPaper = '', joined = ''] = practice.samplePapers.map(({ identifier }) => identifier);
  for (const pasted of [doomedPaper, joined]) {
    await services.must('papers.add', { connectionId, pasted, name: '' });
  }
  if (isReachable) await listToEnd(services, connectionId);
  const { boards } = await look({ services, connectionId });
  // If the listing failed, the operations use invented board ids, as if from an earlier listing.
  const [viewed = 'board-1', doomed = 'board-2'] = boards.flatMap(({ id }) => id ?? []);
  return {
    services,
    door,
    proxy,
    scene: { services, connectionId, viewed, doomed, doomedPaper, joined },
    close: async (): Promise<void> => {
      await Promise.all([services.close(), door.close(), proxy?.close()]);
    },
  };
}
