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

test('a queued job appears in the drawer, which opens', async () => {
  const { store, asked } = storeOf({ 'jobs.createBoards': () => ok(job) });
  expect(await store.getState().createManyBoards(12, 'Class {n}', ['maths'])).toBeNull();
  expect(asked('jobs.createBoards')[0]?.args).toEqual({
    connectionId: 'c-1',
    count: 12,
    label: 'Class {n}',
    tags: ['maths'],
  });
  expect(store.getState().jobsOpen).toBe(true);
  expect(store.getState().jobs).toEqual([job]);
});

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

test('saving links says where they are, and nothing when cancelled', async () => {
  const script: Script = { 'jobs.saveLinks': () => ok(null) };
  const { store } = storeOf(script);
  await store.getState().saveJobLinks('j-1');
  expect(store.getState().message.text).toBe('');
  const other = storeOf({ 'jobs.saveLinks': () => ok({ fileName: 'links.csv', items: 30 }) });
  await other.store.getState().saveJobLinks('j-1');
  expect(other.store.getState().message.text).toBe('Saved 30 join links as links.csv.');
});

test('a plan is opened for the current connection', async () => {
  const { store, asked } = storeOf({ 'plans.open': () => ok(null) });
  expect(await store.getState().openPlan()).toEqual(ok(null));
  expect(asked('plans.open')[0]?.args).toEqual({ connectionId: 'c-1', fields: [] });
});
