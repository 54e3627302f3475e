import { expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import { connectionOf, failed, startedStore, type Script } from '../scripted-bridge.ts';

const PAPER = { kind: 'paper', id: 'p' } as const;
const ENTERING = { displayName: 'Support agent', reason: 'Ticket 12', minutes: 20 } as const;

/** Starts a page. Requests to open a room wait for `token`, and are refused if it resolves to false. */
async function started(token: (tries: number) => Promise<boolean>) {
  let tries = 0;
  const script: Script = {
    'previews.open': async ({ displayName }) => {
      tries += 1;
      const previewId = `g${tries}`;
      if (!(await token(tries))) return failed('key-refused');
      const placeholder = `about:blank#preview-${previewId}`;
      return ok({ previewId, placeholder, displayName, host: 'app.example', expiresAt: null, endsAt: 0 });
    },
    'previews.close': ({ previewId }) => {
      emit('previews.changed', { previewId, state: 'closed', failure: null, lifted: false });
      return ok({ asks: null });
    },
  };
  const page = await startedStore(script, [connectionOf('c1')]);
  const { emit } = page;
  return page;
}

test('a room that the user leaves while its access token is requested does not open', async () => {
  const second = Promise.withResolvers<void>();
  const { state, calls } = await started(async (tries) => {
    if (tries === 2) await second.promise;
    return true;
  });
  await state().openPreview(PAPER, 'One', ENTERING);
  const retry = state().retryPreview('g1');
  await state().leavePreview('g1');
  second.resolve();
  await retry;
  expect(state().previews).toEqual([]);
  expect(calls.at(-1)).toEqual({ channel: 'previews.close', args: { previewId: 'g2' } });
});

test('a room does not open if the user cancels its dialog while the access token is requested', async () => {
  const token = Promise.withResolvers<boolean>();
  const { state, calls } = await started(() => token.promise);
  state().openDialog({ kind: 'open-preview', connectionId: 'c1', target: PAPER, title: 'One' });
  const opened = state().openPreview(PAPER, 'One', ENTERING);
  state().closeDialog();
  token.resolve(true);
  await opened;
  expect(state().previews).toEqual([]);
  expect(calls.at(-1)).toEqual({ channel: 'previews.close', args: { previewId: 'g1' } });
});

test('after retrying a hanging room has failed, Easel no longer says that the user is in the room', async () => {
  const { state, emit } = await started((tries) => Promise.resolve(tries === 1));
  await state().openPreview(PAPER, 'One', ENTERING);
  emit('previews.changed', { previewId: 'g1', state: 'live', failure: null, lifted: true });
  await state().retryPreview('g1');
  expect(state().previews).toMatchObject([
    { state: 'failed', lifted: false, failure: { code: 'key-refused' } },
  ]);
  await state().leavePreview('g1');
  expect(state().message.text).toBe('Closed the preview of One.');
});
