import { describe, expect, test } from 'vitest';
import type { PartCheck } from '../../../../preload/contract/connections.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { LOCKED, connectionOf, failed, type Script, startedStore } from '../scripted-bridge.ts';

const KEY = 'canary-of-a-key-7d1f';
const WRONG = { paperApi: 'Use https://.', apiKey: 'Paste the key.' };
const GOOD: readonly PartCheck[] = [
  { part: 'board-api', state: 'good', summary: 'Answers.', failure: null },
  { part: 'paper-api', state: 'not-checkable', summary: 'Answers.', failure: null },
];

async function formOf(id: string | null, script: Script = {}) {
  const begun = await startedStore(script, [connectionOf('a'), connectionOf('b')]);
  await begun.state().go({ kind: 'connection-form', id });
  return begun;
}

/** Everything that could be read out of the state. */
const textOf = (state: object): string => JSON.stringify(state);

describe('the API key', () => {
  test('is nowhere in the state after saving', async () => {
    const { state, calls } = await formOf(null, { 'connections.save': () => ok(connectionOf('n')) });
    state().editConnectionForm({ name: 'New', apiKey: KEY });
    expect(textOf(state())).toContain(KEY);
    await state().saveConnection();
    expect(textOf(state())).not.toContain(KEY);
    expect(calls.find(({ channel }) => channel === 'connections.save')?.args).toMatchObject({ apiKey: KEY });
  });

  test('is nowhere in the state after the changes are discarded', async () => {
    const { state } = await formOf('a');
    state().editConnectionForm({ apiKey: KEY });
    await state().go({ kind: 'screen', screen: 'boards' });
    await state().discardConnectionForm();
    expect(state().screen).toBe('boards');
    expect(textOf(state())).not.toContain(KEY);
  });

  test('is never filled in from a saved connection, and an empty field keeps the stored one', async () => {
    const { state, calls } = await formOf('a', { 'connections.save': () => ok(connectionOf('a')) });
    expect(state().connectionForm?.fields.apiKey).toBe('');
    await state().saveConnection();
    expect(calls.find(({ channel }) => channel === 'connections.save')?.args).toMatchObject({
      id: 'a',
      apiKey: null,
      sessionOnly: false,
    });
  });

  test('typed while the keychain is locked is for the session only', async () => {
    const { state, calls } = await formOf(null, {
      'keychain.status': () => ok(LOCKED),
      'connections.save': () => ok(connectionOf('n')),
    });
    state().editConnectionForm({ apiKey: KEY });
    await state().saveConnection();
    expect(calls.find(({ channel }) => channel === 'connections.save')?.args).toMatchObject({
      sessionOnly: true,
    });
  });

  test('that the keychain refused can be kept for the session, as typed', async () => {
    const { state, calls } = await formOf(null, {
      'connections.save': ({ sessionOnly }) =>
        sessionOnly ? ok(connectionOf('n')) : failed('keychain-error'),
    });
    state().editConnectionForm({ apiKey: KEY });
    await state().saveConnection();
    expect(state().connectionForm?.failedWhile).toBe('saving');
    await state().saveForSession();
    expect(calls.findLast(({ channel }) => channel === 'connections.save')?.args).toMatchObject({
      apiKey: KEY,
      sessionOnly: true,
    });
  });

  test('that the keychain refused is stored there on retry, even if the keychain was last seen locked', async () => {
    const { state, calls, emit } = await formOf(null, {
      'connections.save': () => failed('keychain-locked'),
    });
    state().editConnectionForm({ apiKey: KEY });
    await state().saveConnection();
    emit('keychain.changed', LOCKED);
    await state().saveAgain();
    expect(calls.findLast(({ channel }) => channel === 'connections.save')?.args).toMatchObject({
      apiKey: KEY,
      sessionOnly: false,
    });
  });
});

describe('invalid fields', () => {
  test('are reported one by one, and keep what was typed', async () => {
    const { state } = await formOf(null, {
      'connections.save': () => failed('invalid-input', { fields: WRONG }),
    });
    state().editConnectionForm({ name: 'New', paperApi: 'http://x' });
    await state().saveConnection();
    expect(state().connectionForm).toMatchObject({
      errors: WRONG,
      failure: null,
      busy: null,
      refusals: 1,
      fields: { name: 'New', paperApi: 'http://x' },
    });
    expect(state().screen).toBe('connection-form');
  });
});

describe('checking', () => {
  test('that ends after the form was closed changes nothing', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof ok<typeof GOOD>>>();
    const { state } = await formOf('a', { 'connections.check': () => answer.promise });
    const checking = state().checkConnection();
    await state().go({ kind: 'connection-form', id: 'b' });
    answer.resolve(ok(GOOD));
    await checking;
    expect(state().connectionForm).toMatchObject({ id: 'b', checks: null, busy: null });
  });
});

describe('checking with a paper', () => {
  const GIVEN: PartCheck = { part: 'paper-api', state: 'good', summary: 'Gave a token.', failure: null };

  test('sends the form with the paper, and replaces the paper API’s result', async () => {
    const { state, calls } = await formOf('a', {
      'connections.check': () => ok(GOOD),
      'connections.checkPaper': () => ok(GIVEN),
    });
    await state().checkConnection();
    await state().checkWithPaper('paper-1');
    expect(calls.at(-1)).toMatchObject({
      channel: 'connections.checkPaper',
      args: { draft: { id: 'a', apiKey: null }, paper: 'paper-1' },
    });
    expect(state().connectionForm?.checks).toEqual([GOOD[0], GIVEN]);
    expect(state().connectionForm?.busy).toBeNull();
  });
});

describe('saving', () => {
  test('says that nothing was verified, unless this very form was checked and works', async () => {
    const script: Script = {
      'connections.check': () => ok(GOOD),
      'connections.save': () => ok(connectionOf('a')),
    };
    const unchecked = await formOf('a', script);
    await unchecked.state().saveConnection();
    expect(unchecked.state().message.text).toBe('Saved, not checked yet.');

    const checked = await formOf('a', script);
    await checked.state().checkConnection();
    await checked.state().saveConnection();
    expect(checked.state().message.text).toBe('Saved and checked.');

    const changed = await formOf('a', script);
    await changed.state().checkConnection();
    changed.state().editConnectionForm({ name: 'Other' });
    await changed.state().saveConnection();
    expect(changed.state().message.text).toBe('Saved, not checked yet.');
  });

  test('happens once, however often the button is pressed', async () => {
    const { state, calls } = await formOf(null, { 'connections.save': () => ok(connectionOf('n')) });
    await Promise.all([state().saveConnection(), state().saveConnection()]);
    expect(calls.filter(({ channel }) => channel === 'connections.save')).toHaveLength(1);
  });
});

describe('leaving', () => {
  test('a changed form asks, and continues to where the person wanted to go', async () => {
    const { state } = await formOf('a');
    state().editConnectionForm({ name: 'Changed' });
    await state().go({ kind: 'connection', id: 'b' });
    expect(state()).toMatchObject({
      screen: 'connection-form',
      currentId: 'a',
      dialog: { kind: 'discard-changes' },
    });
    await state().discardConnectionForm();
    expect(state()).toMatchObject({ screen: 'boards', currentId: 'b', dialog: null, connectionForm: null });
  });
});

describe('a form that is left while it is saved', () => {
  test('says how that ended, and leaves what is typed into the next one', async () => {
    const saving = Promise.withResolvers<void>();
    const { state } = await formOf(null, {
      'connections.save': () => saving.promise.then(() => ok(connectionOf('n', { name: 'New' }))),
    });
    state().editConnectionForm({ name: 'New' });
    const saved = state().saveConnection();
    await state().go({ kind: 'connection-form', id: null });
    await state().discardConnectionForm();
    state().editConnectionForm({ name: 'Another' });
    saving.resolve();
    await saved;
    expect(state()).toMatchObject({ screen: 'connection-form', currentId: 'a' });
    expect(state().connectionForm?.fields.name).toBe('Another');
    expect(state().connections.map(({ id }) => id)).toContain('n');
    expect(state().message.text).toBe('Saved New.');
  });
});
