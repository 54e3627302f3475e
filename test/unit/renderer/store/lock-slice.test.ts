import { expect, test } from 'vitest';
import type { LockState } from '../../../../preload/contract/app.ts';
import type { BoardsState } from '../../../../preload/contract/boards.ts';
import type { Paper } from '../../../../preload/contract/papers.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import { unlistedRow } from '../../../../preload/contract/facts.ts';
import { jobOf } from '../job-of.ts';
import { failed, healthOf, NEVER, type Script, startedStore } from '../scripted-bridge.ts';

const OPEN: LockState = { locked: false, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' };
const SHUT: LockState = { ...OPEN, locked: true };
const LISTED: BoardsState = { ...NEVER, connectionId: 'a', phase: 'done', rows: 1, asOf: 1, revision: 1 };
const UNKNOWN = {
  id: 'u',
  kind: 'paper',
  sentAt: 1,
  name: 'secret paper',
  templateId: null,
  reason: 'It ended.',
} as const;

async function atWork(script: Script = {}) {
  const begun = await startedStore({
    'unresolved.list': () => ok([UNKNOWN]),
    'jobs.list': () => ok([jobOf('j', { connectionName: 'secret' })]),
    'boards.state': () => ok(LISTED),
    'boards.list': () => ok(LISTED),
    'boards.window': () => ok({ from: 0, rows: [unlistedRow('secret-board')], matching: 1, revision: 1 }),
    'lock.state': () => ok(OPEN),
    ...script,
  });
  await begun.state().readLock();
  await begun.state().openBoards('a');
  await begun.state().openPapers('a');
  begun.state().paperList.find('secret find');
  begun.state().selectBoard(0);
  begun.state().announce('Board secret-board created');
  return begun;
}

test('locking Easel removes all loaded data from the page’s state', async () => {
  const { store, state, emit } = await atWork();
  expect(JSON.stringify(store.getState())).toContain('secret');
  expect(state().boardRows.matching).toBe(1);
  emit('lock.changed', SHUT);
  expect(JSON.stringify(store.getState())).not.toContain('secret');
  expect(state().boardRows.rows).toEqual([]);
  expect(state().unresolved).toEqual([]);
});

test('the page ignores all events except an unlock while Easel is locked', async () => {
  const { store, state, emit } = await atWork();
  state().openConnectionForm(null);
  state().editConnectionForm({ name: 'Acme' });
  emit('lock.changed', SHUT);
  emit('keys.due', { connectionId: 'a' });
  emit('unresolved.changed', { connectionId: 'a', unresolved: [UNKNOWN] });
  emit('boards.changed', LISTED);
  emit('jobs.changed', { job: jobOf('k', { connectionName: 'secret' }), dismissed: false });
  emit('health.changed', healthOf('a', {}, 'secret.example does not answer.'));
  expect(state()).toMatchObject({ unresolved: [], dialog: null });
  expect(JSON.stringify(store.getState())).not.toContain('secret');
});

test('the page ignores responses to its IPC calls that arrive after Easel was locked', async () => {
  const papers = Promise.withResolvers<Result<readonly Paper[]>>();
  const answers = [ok([]), papers.promise];
  const { state, emit } = await atWork({ 'papers.list': () => answers.shift() ?? failed('internal') });
  const reading = state().reloadPapers();
  emit('lock.changed', SHUT);
  papers.resolve(ok([]));
  await reading;
  expect(state().papers).toBeNull();
});

test('unlocking Easel on the papers screen loads the pins and recent items again', async () => {
  const { state, emit } = await atWork();
  await state().go({ kind: 'screen', screen: 'papers' });
  emit('lock.changed', SHUT);
  expect(state()).toMatchObject({ boardsOf: null, lastState: null });
  emit('lock.changed', OPEN);
  await expect.poll(() => state()).toMatchObject({ boardsOf: 'a', lastState: {}, boards: { rows: 1 } });
});

test('locking Easel removes the API keys from an open form, but keeps all other fields', async () => {
  const { store, state, emit } = await atWork({ 'connections.check': () => ok([]) });
  await state().go({ kind: 'connection-form', id: null });
  state().editConnectionForm({ name: 'Acme School', apiKey: 'typed key', boardApiKey: 'typed key' });
  await state().checkConnection('');
  emit('lock.changed', SHUT);
  const remaining = { name: 'Acme School', apiKey: '', boardApiKey: '' };
  expect(state().connectionForm?.fields).toMatchObject(remaining);
  expect(JSON.stringify(store.getState())).not.toContain('typed key');
});

test('a wrong passphrase is not kept in the page’s state', async () => {
  const wrong = failed('invalid-input', { fields: { passphrase: 'Wrong passphrase.' } });
  const { store, state, emit } = await atWork({ 'lock.unlock': () => wrong });
  emit('lock.changed', SHUT);
  expect((await state().unlock('open sesame'))?.fields?.['passphrase']).toBe('Wrong passphrase.');
  expect(state().lock?.locked).toBe(true);
  expect(JSON.stringify(store.getState())).not.toContain('open sesame');
});
