/** Opens and leaves rooms repeatedly and checks the service and main for leaks; 500 times in `npm run nightly soak`. */
import { guestCount } from '../support/guests.ts';
import type { LaunchedApp } from '../support/driver.ts';
import { expect } from '../e2e/fixtures.ts';
import { join, room, test } from '../e2e/preview-fixtures.ts';

const CYCLES = Number(process.env['EASEL_ROOM_CYCLES'] ?? 50);
/** Allowed heap growth of the main process in MB, because 500 room visits leave records and log lines. */
const MOST_GROWTH_MB = 24;

function countIn({ app }: LaunchedApp) {
  return app.evaluate(async ({ webContents, BrowserWindow, app: electron }) => {
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    const { runInNewContext } = process.getBuiltinModule('node:vm');
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    collect();
    await new Promise((resolve) => setTimeout(resolve, 50));
    collect();
    const { sessions = [] } = globalThis as { sessions?: readonly NodeJS.EventEmitter[] };
    const resources = process.getActiveResourcesInfo();
    const emitters = [
      electron,
      process,
      ...BrowserWindow.getAllWindows().flatMap((each) => [each, each.webContents]),
      ...sessions,
    ];
    const listeners = (emitters as readonly NodeJS.EventEmitter[]).flatMap((each) =>
      each.eventNames().map((name) => each.listenerCount(name)),
    );
    return {
      listeners: listeners.reduce((all, each) => all + each, 0),
      contents: webContents.getAllWebContents().length,
      // Counts all sessions created so far, because Electron keeps each session until the app ends.
      sessions: sessions.length,
      sockets: resources.filter((kind) => /^(?:TCP|TLS)/u.test(kind)).length,
      timers: resources.filter((kind) => kind === 'Timeout').length,
      heapMb: process.memoryUsage().heapUsed / 1024 / 1024,
    };
  });
}

function watchSessions({ app }: LaunchedApp): Promise<void> {
  return app.evaluate(({ app: electron }) => {
    const sessions: unknown[] = [];
    Object.assign(globalThis, { sessions });
    electron.on('session-created', (made) => sessions.push(made));
  });
}

test(`${CYCLES} room visits leave no additional listeners, web contents, sessions, sockets or timers in main`, async ({
  easel,
  practice,
  paper,
}) => {
  test.setTimeout(60_000 + CYCLES * 10_000);
  const { window } = easel;
  await watchSessions(easel);
  const cycle = async (): Promise<void> => {
    await join(easel, paper);
    await room(window, paper.name).getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => guestCount(easel.app)).toBe(0);
  };
  // Visits three rooms before the first count, because they allocate memory that later rooms use too.
  for (let warm = 0; warm < 3; warm += 1) await cycle();
  const before = await countIn(easel);
  for (let count = 0; count < CYCLES; count += 1) await cycle();
  await expect
    .poll(async () => (await practice.contents()).papers.flatMap((each) => each.people))
    .toEqual([]);
  // The numbers of sockets and timers may fall, because some of them belong to no room.
  await expect
    .poll(async () => {
      const now = await countIn(easel);
      const most = (kind: 'sockets' | 'timers'): number => Math.max(now[kind], before[kind]);
      return { ...now, heapMb: before.heapMb, sockets: most('sockets'), timers: most('timers') };
    })
    .toEqual(before);
  expect((await countIn(easel)).heapMb - before.heapMb).toBeLessThan(MOST_GROWTH_MB);
  await join(easel, paper);
});
