import { expect, test } from 'vitest';
import { ok } from '../../../../preload/contract/failure.ts';
import type { Job } from '../../../../preload/contract/jobs.ts';
import { GOOD_REPLIES } from '../../../contract/examples.ts';
import { createAppStore, failed, scriptedBridge, type Script } from '../scripted-bridge.ts';

const job = GOOD_REPLIES['jobs.startNow'] as Job;

function storeOf(script: Script) {
  const { bridge, calls } = scriptedBridge({ 'jobs.list': () => ok([job]), ...script });
  const store = createAppStore(bridge);
  store.setState({ currentId: 'c-1' });
  return { store, asked: (channel: string) => calls.filter((call) => call.channel === channel) };
}

test('a job that could not be queued gives its failure, and opens nothing', async () => {
  const { store } = storeOf({
    'jobs.createPapers': () => failed('invalid-input', { fields: { names: 'No.' } }),
  });
  const failure = await store.getState().createManyPapers(['Plan'], null);
  expect(failure?.fields).toEqual({ names: 'No.' });
  expect(store.getState().jobsOpen).toBe(false);
});

test('links are counted, and never reach the page', async () => {
  const { store } = storeOf({ 'jobs.copyLinks': () => ok({ links: 30 }) });
  await store.getState().copyJobLinks('j-1');
  expect(store.getState().message.text).toBe('Copied 30 join links with names.');
});
