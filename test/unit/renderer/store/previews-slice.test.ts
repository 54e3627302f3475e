import { expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { connectionOf, startedStore, type Script } from '../scripted-bridge.ts';

const PAPER = { kind: 'paper', id: 'p' } as const;
const ENTERING = { displayName: 'Support agent', reason: 'Ticket 12', minutes: 20 } as const;

test('a room that the user leaves while its token is requested is closed', async () => {
  const second = Promise.withResolvers<void>();
  let tries = 0;
  const script: Script = {
    'previews.open': async ({ displayName }) => {
      tries += 1;
      const previewId = `g${tries}`;
      if (tries === 2) await second.promise;
      const placeholder = `about:blank#preview-${previewId}`;
      return ok({ previewId, placeholder, displayName, host: 'app.example', expiresAt: null, endsAt: 0 });
    },
    'previews.close': ({ previewId }) => {
      emit('previews.changed', { previewId, state: 'closed', failure: null, lifted: false });
      return ok({ asks: null });
    },
  };
  const { state, calls, emit } = await startedStore(script, [connectionOf('c1')]);
  await state().openPreview(PAPER, 'One', ENTERING);
  const retry = state().retryPreview('g1');
  await state().leavePreview('g1');
  second.resolve();
  await retry;
  expect(state().previews).toEqual([]);
  expect(calls.at(-1)).toEqual({ channel: 'previews.close', args: { previewId: 'g2' } });
});
