import { describe, expect, test } from 'vitest';
import type { Connection, PartCheck } from '../../../../preload/contract/connections.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import type { AppState } from '../../../../renderer/store/store.ts';
import {
  LOCKED,
  connectionOf,
  createAppStore,
  failed,
  scriptedBridge,
  type Script,
} from '../scripted-bridge.ts';

const KEY = 'canary-of-a-key-7d1f';
const WRONG = { paperApi: 'Use https://.', apiKey: 'Paste the key.' };
const GOOD: readonly PartCheck[] = [
  { part: 'board-api', state: 'good', summary: 'Answers.', failure: null },
  { part: 'paper-api', state: 'not-checkable', summary: 'Answers.', failure: null },
];

async function formOf(id: string | null, script: Script = {}) {
  const scripted = scriptedBridge({
    'connections.list': () => ok({ connections: [connectionOf('a'), connectionOf('b')], currentId: 'a' }),
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  await store.getState().start();
  await store.getState().go({ kind: 'connection-form', id });
  return { ...scripted, store, state: () => store.getState() };
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

  test('checks the keychain when the form opens, but not again while that is in trouble', async () => {
    const { state, calls } = await formOf(null, { 'keychain.status': () => ok(LOCKED) });
    await state().go({ kind: 'connection-form', id: 'a' });
    expect(state().keychain?.state).toBe('locked');
    expect(calls.filter(({ channel }) => channel === 'keychain.status')).toHaveLength(1);
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

  test('stays typed after a refusal', async () => {
    const { state } = await formOf(null, { 'connections.save': () => failed('keychain-locked') });
    state().editConnectionForm({ apiKey: KEY });
    await state().saveConnection();
    expect(state().connectionForm).toMatchObject({
      fields: { apiKey: KEY },
      failure: { code: 'keychain-locked' },
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

  test('lose their message when edited, and the others keep theirs', async () => {
    const { state } = await formOf(null, {
      'connections.check': () => failed('invalid-input', { fields: WRONG }),
    });
    await state().checkConnection();
    state().editConnectionForm({ paperApi: 'https://x' });
    expect(state().connectionForm?.errors).toEqual({ apiKey: WRONG.apiKey });
  });
});

describe('checking', () => {
  test('shows its findings and stores nothing', async () => {
    const { state, calls } = await formOf('a', { 'connections.check': () => ok(GOOD) });
    await state().checkConnection();
    expect(state().connectionForm).toMatchObject({ checks: GOOD, busy: null });
    expect(calls.some(({ channel }) => channel === 'connections.save')).toBe(false);
  });

  test('is not confused with a later form’s check', async () => {
    const { state } = await formOf('a', { 'connections.check': () => ok(GOOD) });
    await state().checkConnection();
    expect(state().connectionForm?.checkedFields).toBe(state().connectionForm?.fields);
    state().editConnectionForm({ name: 'Other' });
    expect(state().connectionForm?.checkedFields).not.toBe(state().connectionForm?.fields);
  });

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

  test('drops results for other fields', async () => {
    const { state } = await formOf('a', {
      'connections.check': () => ok(GOOD),
      'connections.checkPaper': () => ok(GIVEN),
    });
    await state().checkConnection();
    state().editConnectionForm({ boardApi: 'https://other.example' });
    await state().checkWithPaper('paper-1');
    expect(state().connectionForm?.checks).toEqual([GIVEN]);
  });

  test('says beside the field that the paper is refused', async () => {
    const { state } = await formOf('a', {
      'connections.checkPaper': () => failed('invalid-input', { fields: { paper: 'No paper.' } }),
    });
    await state().checkWithPaper('%%');
    expect(state().connectionForm).toMatchObject({
      errors: { paper: 'No paper.' },
      busy: null,
      checks: null,
    });
  });

  test('alone doesn’t mark a saved connection as checked', async () => {
    const { state } = await formOf('a', {
      'connections.checkPaper': () => ok(GIVEN),
      'connections.save': () => ok(connectionOf('a')),
    });
    await state().checkWithPaper('paper-1');
    await state().saveConnection();
    expect(state().message.text).toBe('Saved, not checked yet.');
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

  test('opens the connection with its boards', async () => {
    const { state } = await formOf(null, { 'connections.save': () => ok(connectionOf('n')) });
    await state().saveConnection();
    expect(state()).toMatchObject({ screen: 'boards', currentId: 'n', connectionForm: null });
    expect(state().connections.map(({ id }) => id)).toEqual(['a', 'b', 'n']);
  });

  test('leaves open what a person opened meanwhile, but no longer asks about saved changes', async () => {
    const after = async (meanwhile: (state: AppState) => unknown): Promise<unknown> => {
      const answer = Promise.withResolvers<ReturnType<typeof ok<Connection>>>();
      const { state } = await formOf('a', { 'connections.save': () => answer.promise });
      state().editConnectionForm({ name: 'Changed' });
      const saving = state().saveConnection();
      await meanwhile(state());
      answer.resolve(ok(connectionOf('a')));
      await saving;
      return state().dialog;
    };
    expect(await after(({ openDialog }) => openDialog({ kind: 'palette' }))).toEqual({ kind: 'palette' });
    expect(await after(({ go }) => go({ kind: 'screen', screen: 'papers' }))).toBeNull();
  });

  test('happens once, however often the button is pressed', async () => {
    const { state, calls } = await formOf(null, { 'connections.save': () => ok(connectionOf('n')) });
    await Promise.all([state().saveConnection(), state().saveConnection()]);
    expect(calls.filter(({ channel }) => channel === 'connections.save')).toHaveLength(1);
  });
});

describe('leaving', () => {
  test('an untouched form doesn’t ask', async () => {
    const { state } = await formOf('a');
    await state().go({ kind: 'screen', screen: 'papers' });
    expect(state()).toMatchObject({ screen: 'papers', dialog: null, connectionForm: null });
  });

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

  test('a form that was changed back doesn’t ask', async () => {
    const { state } = await formOf('a');
    state().editConnectionForm({ name: 'Changed' });
    state().editConnectionForm({ name: 'Connection a' });
    expect(state().connectionFormDirty()).toBe(false);
  });
});

describe('a form that is left while it is saved', () => {
  test('ends where the person wanted to go, for nothing is left to discard', async () => {
    const saving = Promise.withResolvers<void>();
    const { state } = await formOf('a', {
      'connections.save': () => saving.promise.then(() => ok(connectionOf('a', { name: 'Changed' }))),
    });
    state().editConnectionForm({ name: 'Changed' });
    const saved = state().saveConnection();
    await state().go({ kind: 'screen', screen: 'previews' });
    expect(state().dialog?.kind).toBe('discard-changes');
    saving.resolve();
    await saved;
    expect(state()).toMatchObject({ screen: 'previews', currentId: 'a', dialog: null, connectionForm: null });
  });

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

  test('says that it was not saved', async () => {
    const saving = Promise.withResolvers<void>();
    const { state } = await formOf(null, {
      'connections.save': () => saving.promise.then(() => failed('keychain-locked')),
    });
    state().editConnectionForm({ name: 'New' });
    const saved = state().saveConnection();
    await state().go({ kind: 'screen', screen: 'boards' });
    await state().discardConnectionForm();
    saving.resolve();
    await saved;
    expect(state().notice?.code).toBe('keychain-locked');
  });
});
