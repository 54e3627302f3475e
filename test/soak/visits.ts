/** A visit to a room without a webview: main lets a guest in and is told of it as `guest.ts` does, and a socket is the room's page. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { notLoaded } from '../../main/previews/guest-rules.ts';
import type { Scene } from './scene.ts';

/** The visit was one: its page came into the room. */
export const LIVE = 'live';

/** How it went: `live`, or what spoke against it. */
export async function visit({ call, connectionId, previews, papers, below }: Scene): Promise<string> {
  const id = papers[below(papers.length)] ?? '';
  const opened = await call('previews.open', {
    connectionId,
    target: { kind: 'paper', id },
    displayName: 'Support agent',
    reason: 'Soak',
    minutes: 5,
  });
  if (!opened.ok) return opened.error.code;
  const { previewId, placeholder } = opened.value;
  const grant = previews.spend(placeholder);
  if (grant === null) return 'no grant';
  const { origin, pathname, searchParams } = new URL(grant.address);
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${pathname}/live`);
  socket.on('error', () => undefined);
  const gone = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  previews.attached(previewId, {
    leave: () => socket.close(),
    picture: () => Promise.resolve(null),
    view: () => Promise.resolve(null),
  });
  const isIn = await Promise.race([
    once(socket, 'open').then(
      () => true,
      () => false,
    ),
    gone.then(() => false),
  ]);
  if (!isIn) {
    previews.report({ previewId, state: 'failed', failure: notLoaded(grant.appOrigin, -101) });
    await call('previews.close', { previewId });
    return 'not let in';
  }
  socket.send(JSON.stringify({ type: 'hello', token: searchParams.get('token') }));
  await Promise.race([once(socket, 'message').catch(() => undefined), gone]);
  previews.report({ previewId, state: 'live', failure: null });
  if (below(4) === 0) await call('previews.liftShield', { previewId });
  await pause(below(200));
  const way = below(5);
  // Its page is gone, as after a crash; its time runs out; else the person leaves.
  if (way === 0) socket.terminate();
  else if (way > 1) await call('previews.close', { previewId });
  await gone;
  await previews.ended(previewId);
  return LIVE;
}
