/** Check S21: while 64 read calls wait for the service, Easel replies in time to calls to cancel, pause and lock. */
import { MOST_IN_FLIGHT } from '../../main/ipc/dispatch.ts';
import { CALL_NAMES, CALLS, type CallName } from '../../preload/contract/contract.ts';
import { GOOD_ARGS } from '../contract/examples.ts';
import { json, startServer, type TestServer } from '../integration/service/servers.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { must } from '../support/must.ts';
import { dose } from '../support/nightly.ts';
import { App, withClock } from './scene.ts';

/** Time limit of a call in ms: 100 in the nightly run, 5,000 in `npm test`, whose machine may be slow. */
const LONGEST_MS = dose(100, 5000);
const PASSPHRASE = 'a long enough passphrase';
const HOLDING_BACK = CALL_NAMES.filter((name) => CALLS[name].effect === 'holds-back');

export async function check(): Promise<Finding> {
  const list = Array.from({ length: 30 }, (_, index) => ({ id: `board-${index}` }));
  // Responds only to requests for the board list, so that all other read calls hang.
  const service = await startServer((response, { method, url }) => {
    if (method === 'GET' && /^\/api\/board(?:\?|$)/u.test(url)) json(response, list);
  });
  return withClock(async (clock) => {
    const app = await App.start(clock);
    try {
      return {
        id: 'S21',
        what: `${MOST_IN_FLIGHT} reads that hang, then every call that cancels, pauses, locks or closes`,
        target: `each done within ${LONGEST_MS} ms; the held delete is not sent`,
        ...tally(await play(app, service)),
      };
    } finally {
      await service.close();
      await app.close();
    }
  });
}

async function play(app: App, { origin, seen }: TestServer): Promise<readonly Case[]> {
  const { services } = app;
  await app.connect(origin, 'sk_s21-0123456789');
  const { connectionId } = app;
  await app.must('lock.configure', { idleMinutes: null, passphrase: PASSPHRASE, currentPassphrase: null });
  await app.list();
  const running = must(await app.deleteMany(['board-1', 'board-2', 'board-3']));
  await app.must('jobs.startNow', { jobId: running.id });
  const held = must(await app.deleteOne('board-9'));

  const hanging: Promise<unknown>[] = [];
  for (let count = 0; count < MOST_IN_FLIGHT; count += 1)
    hanging.push(app.call('boards.view', { connectionId, boardId: `board-${count}` }));

  const cases: Case[] = [];
  /** Runs a call. If `mustWork` is false, the call may fail, but not because too many calls run at once. */
  const time = async (name: CallName, args: unknown, mustWork: boolean): Promise<void> => {
    const other = await services.callAlone('app.info', {});
    const isFull = !other.ok && other.error.code === 'too-fast';
    const problems = isFull ? [] : ['the reads do not take every slot'];
    const began = performance.now();
    const reply = await services.callAlone(name, args as never);
    const ms = performance.now() - began;
    if (ms > LONGEST_MS) problems.push(`took ${ms.toFixed(0)} ms`);
    if (!reply.ok && (mustWork || reply.error.code === 'too-fast'))
      problems.push(`came to ${reply.error.code}`);
    cases.push({ name, problems });
  };
  const own: readonly (readonly [CallName, unknown])[] = [
    ['jobs.cancel', { jobId: held.id }],
    ['jobs.pause', { jobId: running.id }],
    ['jobs.stop', { jobId: running.id }],
    ['boards.cancelList', { connectionId }],
    ['connections.lockChanges', { connectionId }],
  ];
  for (const [name, args] of own) await time(name, args, true);
  for (const name of HOLDING_BACK)
    if (name !== 'lock.now' && !own.some(([done]) => done === name)) await time(name, GOOD_ARGS[name], false);
  await time('lock.now', {}, true);
  const wasSent = seen.some(({ method, url }) => method === 'DELETE' && url.endsWith('/board-9'));
  cases.push({ name: 'the held delete', problems: wasSent ? ['was sent'] : [] });
  return cases;
}
