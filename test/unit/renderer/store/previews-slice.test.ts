import { expect, test } from 'vitest';
import type { PreviewGrant } from '../../../../preload/contract/papers.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import {
  connectionOf,
  createAppStore,
  scriptedBridge,
  type Script,
  type ScriptedBridge,
} from '../scripted-bridge.ts';

const ENTERING = { displayName: 'Support agent', reason: '', minutes: 20 } as const;
const PAPER = { kind: 'paper', id: 'p' } as const;

function grant(previewId: string, displayName: string): PreviewGrant {
  const placeholder = `about:blank#preview-${previewId}`;
  return { previewId, placeholder, displayName, host: 'app.example', expiresAt: null, endsAt: 0 };
}

async function setUp(script: Script = {}) {
  let grants = 0;
  const scripted: ScriptedBridge = scriptedBridge({
    'connections.list': () => ok({ connections: [connectionOf('c1')], currentId: 'c1' }),
    'previews.open': ({ displayName }) => {
      grants += 1;
      return ok(grant(`g${grants}`, displayName));
    },
    'previews.close': ({ previewId }) => {
      scripted.emit('previews.changed', { previewId, state: 'closed', failure: null, lifted: false });
      return ok({ asks: null });
    },
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  await store.getState().start();
  const open = (title: string) =>
    store.getState().openPreview(PAPER, title, { ...ENTERING, reason: 'Ticket 12' });
  const ids = () => store.getState().previews.map((each) => each.grant.previewId);
  return { ...scripted, store, open, ids };
}

test('a room that the user leaves while its token is requested is closed', async () => {
  const reply = Promise.withResolvers<void>();
  let tries = 0;
  const { store, open, calls, ids } = await setUp({
    'previews.open': async () => {
      tries += 1;
      if (tries === 2) await reply.promise;
      return ok(grant(`g${tries}`, 'Kim'));
    },
  });
  await open('One');
  const retry = store.getState().retryPreview('g1');
  await store.getState().leavePreview('g1');
  reply.resolve();
  await retry;
  expect(ids()).toEqual([]);
  expect(calls.at(-1)).toEqual({ channel: 'previews.close', args: { previewId: 'g2' } });
});
