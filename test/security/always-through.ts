/** S21: what cancels, pauses and locks is answered although 64 reads of a page hang. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { MOST_IN_FLIGHT } from '../../main/ipc/dispatch.ts';
import { CALL_NAMES, CALLS, type CallName } from '../../preload/contract/contract.ts';
import { GOOD_ARGS } from '../contract/examples.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { draftFor, startServices, type TestServices } from '../support/services.ts';
import { dose } from '../support/nightly.ts';

/** `npm test` tells a call that hangs from a machine that is slow. */
const LONGEST_MS = dose(100, 5000);
const PASSPHRASE = 'a long enough passphrase';
const HOLDING_BACK = CALL_NAMES.filter((name) => CALLS[name].effect === 'holds-back');

/** Lists 30 boards, and answers nothing else. */
async function startHangingService() {
  const deletes: string[] = [];
  const list = JSON.stringify(Array.from({ length: 30 }, (_, index) => ({ id: `board-${index}` })));
  const server = http.createServer(({ method, url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    if (method === 'DELETE') deletes.push(pathname);
    if (method === 'GET' && pathname === '/api/board') response.end(list);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deletes,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export async function check(): Promise<Finding> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const service = await startHangingService();
  const services = await startServices();
  try {
    const { cases, slowestMs } = await play(services, service);
    return {
      id: 'S21',
      what: `${MOST_IN_FLIGHT} reads that hang, then every call that cancels, pauses, locks or closes`,
      figure: `${cases.length - 1} calls, the slowest after ${slowestMs.toFixed(1)} ms`,
      target: `each done within ${LONGEST_MS} ms; the held delete is not sent`,
      ...tally(cases),
    };
  } finally {
    mock.timers.reset();
    service.close();
    await services.close();
  }
}

async function play(
  services: TestServices,
  { origin, deletes }: Awaited<ReturnType<typeof startHangingService>>,
): Promise<{ readonly cases: readonly Case[]; readonly slowestMs: number }> {
  const { must } = services;
  const { id: connectionId } = await must('connections.save', draftFor(origin, 'sk_s21-0123456789'));
  await must('lock.configure', { idleMinutes: null, passphrase: PASSPHRASE, currentPassphrase: null });
  await must('boards.list', { connectionId });
  await services.event('boards.changed', ({ phase }) => phase === 'done');
  const selection = { kind: 'ids', ids: ['board-1', 'board-2', 'board-3'] } as const;
  const { reviewId } = await must('jobs.review', { connectionId, selection });
  const running = await must('jobs.deleteReviewed', { reviewId, typed: '', reason: '' });
  await must('jobs.startNow', { jobId: running.id });
  const held = await must('jobs.deleteOne', { connectionId, target: { kind: 'board', id: 'board-9' } });

  const hanging: Promise<unknown>[] = [];
  for (let count = 0; count < MOST_IN_FLIGHT; count += 1) {
    // The rate allows 40 at once, then 20 a second.
    if (count >= 40) mock.timers.tick(50);
    hanging.push(services.callAlone('boards.view', { connectionId, boardId: `board-${count}` }));
  }
  const isFull = async (): Promise<boolean> => {
    const reply = await services.callAlone('app.info', {});
    return !reply.ok && reply.error.code === 'too-fast';
  };

  const cases: Case[] = [];
  let slowestMs = 0;
  /** `mustWork`: it has something to hold back; the others must only not be refused for want of a slot. */
  const time = async (name: CallName, args: unknown, mustWork: boolean): Promise<void> => {
    const problems = (await isFull()) ? [] : ['the reads do not take every slot'];
    const began = performance.now();
    const reply = await services.callAlone(name, args as never);
    const ms = performance.now() - began;
    slowestMs = Math.max(slowestMs, ms);
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
  const wasSent = deletes.some((path) => path.endsWith('/board-9'));
  cases.push({ name: 'the held delete', problems: wasSent ? ['was sent'] : [] });
  return { cases, slowestMs };
}
