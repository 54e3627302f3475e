import { describe, expect, test } from 'vitest';
import type { PolicyState } from '../../../../preload/contract/app.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { isKept, listenToMenu, press, type MeaningsSource } from '../../../../renderer/commands/listen.ts';
import { COMMANDS } from '../../../../renderer/commands/registry.ts';
import * as meanings from '../../../../renderer/commands/shortcuts.ts';
import type { FocusPlace } from '../../../../renderer/commands/command.ts';
import { createAppStore } from '../../../../renderer/store/store.ts';
import { connectionOf, scriptedBridge, type Script } from '../scripted-bridge.ts';

const NOWHERE: FocusPlace = { typing: false, inRows: false, onControl: false };
const IN_ROWS: FocusPlace = { ...NOWHERE, inRows: true };
const TYPING: FocusPlace = { ...NOWHERE, typing: true };

const { commandFor } = meanings;
const THERE: MeaningsSource = { now: () => meanings, soon: () => Promise.resolve(meanings) };

async function onBoards(script: Script = {}) {
  const scripted = scriptedBridge({
    'connections.list': () => ok({ connections: [connectionOf('a')], currentId: 'a' }),
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  await store.getState().start();
  return { ...scripted, store, state: () => store.getState() };
}

describe('a shortcut', () => {
  test('of rows is heard only while the focus is in rows', async () => {
    const { state } = await onBoards();
    expect(commandFor('Delete', state(), IN_ROWS)?.id).toBe('boards.delete');
    expect(commandFor('Delete', state(), NOWHERE)).toBeNull();
  });

  test('means what the screen in front gives it', async () => {
    const { state } = await onBoards();
    expect(commandFor('Mod+N', state(), NOWHERE)?.id).toBe('boards.create');
    await state().go({ kind: 'screen', screen: 'papers' });
    expect(commandFor('Mod+N', state(), NOWHERE)?.id).toBe('papers.create');
  });

  test('that is text stays text in a field; Ctrl+K and F6 are heard there', async () => {
    const { state } = await onBoards();
    expect(commandFor('?', state(), TYPING)).toBeNull();
    expect(commandFor('Mod+Z', state(), TYPING)).toBeNull();
    expect(commandFor('Mod+Z', state(), NOWHERE)?.id).toBe('boards.undo-notes');
    expect(commandFor('Mod+K', state(), TYPING)?.id).toBe('view.palette');
    expect(commandFor('F6', state(), TYPING)?.id).toBe('view.next-pane');
  });

  test('of one character can be turned off; the others stay', async () => {
    const { state } = await onBoards({ 'app.prefer': (preferences) => ok(preferences) });
    await state().prefer({ singleKeys: false });
    expect(commandFor('?', state(), NOWHERE)).toBeNull();
    expect(commandFor('F1', state(), NOWHERE)?.id).toBe('help.shortcuts');
  });

  test('presses the button that has the focus and runs no command with it', async () => {
    const { state } = await onBoards();
    expect(commandFor('Enter', state(), { ...IN_ROWS, onControl: true })).toBeNull();
    expect(commandFor('Enter', state(), IN_ROWS)?.id).toBe('boards.open');
  });

  test('reaches nothing behind a dialog or an open list', async () => {
    const { state } = await onBoards();
    expect(commandFor('F5', state(), { ...NOWHERE, inPopover: true })).toBeNull();
    state().setSwitcherOpen(true);
    expect(commandFor('F5', state(), NOWHERE)).toBeNull();
    state().openDialog({ kind: 'shortcuts' });
    expect(commandFor('Mod+K', state(), NOWHERE)).toBeNull();
  });

  test('reaches nothing behind the sign-in of a proxy', async () => {
    const { state } = await onBoards();
    expect(commandFor('F5', state(), NOWHERE)?.id).toBe('boards.refresh');
    state().askProxySignIn('proxy.example:8080');
    expect(commandFor('F5', state(), NOWHERE)).toBeNull();
  });

  test('is heard while the health panel is open, but Escape closes it and nothing else', async () => {
    const { state } = await onBoards();
    await state().go({ kind: 'connection-form', id: null });
    expect(commandFor('Escape', state(), NOWHERE)?.id).toBe('connections.cancel-edit');
    state().setLightsOpen(true);
    expect(commandFor('Escape', state(), NOWHERE)).toBeNull();
    expect(commandFor('Mod+K', state(), NOWHERE)?.id).toBe('view.palette');
  });
});

describe('F8, which blurs names, and Ctrl+Shift+L, which locks', () => {
  test('are heard above a dialog and in a field, unlike all else', async () => {
    const { state } = await onBoards();
    state().openDialog({ kind: 'new-paper', templateId: null });
    expect(commandFor('F8', state(), TYPING)?.id).toBe('view.blur');
    expect(commandFor('Mod+Shift+L', state(), TYPING)?.id).toBe('view.lock');
    expect(commandFor('F1', state(), TYPING)).toBeNull();
  });

  test('are heard on the lock screen, where nothing else is', async () => {
    const { store, state, bridge, emit } = await onBoards();
    listenToMenu(bridge, store, THERE);
    emit('lock.changed', { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' });
    expect(commandFor('F8', state(), NOWHERE)?.id).toBe('view.blur');
    expect(commandFor('F1', state(), NOWHERE)).toBeNull();
    emit('command.run', { commandId: 'help.shortcuts', keys: null });
    expect(state().dialog).toBeNull();
    emit('command.run', { commandId: 'view.blur', keys: null });
    expect(state().blurred).toBe(true);
  });

  test('each press of F8 turns to the other state', async () => {
    const { store, state } = await onBoards();
    const press = () => commandFor('F8', state(), NOWHERE)?.run(store);
    await press();
    expect(state().blurred).toBe(true);
    await press();
    expect(state().blurred).toBe(false);
  });
});

test('with a policy that can’t be used no shortcut means anything', async () => {
  const broken: PolicyState = {
    kind: 'broken',
    source: '/etc/easel/policy.json',
    problem: 'It is no JSON.',
    rules: [],
    allows: {
      sessionKeys: false,
      keyExport: false,
      deletes: false,
      visits: false,
      needsReason: true,
      twoPersons: true,
      mostAtOnce: 0,
      holdSeconds: { single: null, bulk: null },
    },
  };
  const { state } = await onBoards({ 'policy.state': () => ok(broken) });
  await state().readSettings();
  expect(commandFor('Mod+K', state(), NOWHERE)).toBeNull();
});

describe('the application menu', () => {
  test('runs the command that it names', async () => {
    const { store, state, bridge, emit } = await onBoards();
    listenToMenu(bridge, store, THERE);
    emit('command.run', { commandId: 'help.shortcuts', keys: null });
    expect(state().dialog).toEqual({ kind: 'shortcuts' });
  });

  test('runs nothing behind a dialog, and nothing that nobody has', async () => {
    const { store, state, bridge, emit } = await onBoards();
    listenToMenu(bridge, store, THERE);
    emit('command.run', { commandId: 'no.such', keys: null });
    expect(state().dialog).toBeNull();
    state().openDialog({ kind: 'remove-connection', connectionId: 'a' });
    emit('command.run', { commandId: 'help.shortcuts', keys: null });
    expect(state().dialog?.kind).toBe('remove-connection');
  });

  test('answers its keys, where macOS hands them to it, as the page would', async () => {
    const { store, state, bridge, emit } = await onBoards();
    let place: FocusPlace | null = TYPING;
    listenToMenu(bridge, store, THERE, () => place);
    const press = (): void => emit('command.run', { commandId: 'view.service-status', keys: '?' });
    press();
    expect(state().dialog).toBeNull();
    place = { ...NOWHERE, inPopover: true };
    press();
    expect(state().dialog).toBeNull();
    // In a room.
    place = null;
    press();
    expect(state().dialog).toBeNull();
    place = NOWHERE;
    press();
    expect(state().dialog).toEqual({ kind: 'shortcuts' });
  });

  test('that asks for what is off now is told why', async () => {
    const { store, state, bridge, emit } = await onBoards();
    await state().go({ kind: 'screen', screen: 'previews' });
    listenToMenu(bridge, store, THERE);
    emit('command.run', { commandId: 'view.inspector', keys: null });
    expect(state().message.text).toContain('This screen has no inspector');
  });
});

describe('before the code that knows the commands is there', () => {
  test('what the menu asks for is kept, and done as soon as it comes', async () => {
    const { store, state, bridge, emit } = await onBoards();
    const coming = Promise.withResolvers<typeof meanings>();
    listenToMenu(bridge, store, { now: () => null, soon: () => coming.promise });
    emit('command.run', { commandId: 'help.shortcuts', keys: null });
    expect(state().dialog).toBeNull();
    coming.resolve(meanings);
    await coming.promise;
    expect(state().dialog).toEqual({ kind: 'shortcuts' });
  });

  test('what is pressed is kept, and done in order as soon as it comes', async () => {
    const { store, state } = await onBoards();
    const coming = Promise.withResolvers<typeof meanings>();
    const soon: MeaningsSource = { now: () => null, soon: () => coming.promise };
    expect(press('Mod+2', NOWHERE, store, soon)).toBe(true);
    expect(press('F8', NOWHERE, store, soon)).toBe(true);
    expect(press('Mod+K', NOWHERE, store, soon)).toBe(true);
    expect(press('Tab', NOWHERE, store, soon)).toBe(false);
    expect([state().screen, state().blurred, state().dialog]).toEqual(['boards', false, null]);
    coming.resolve(meanings);
    await coming.promise;
    expect([state().screen, state().blurred, state().dialog?.kind]).toEqual(['papers', true, 'palette']);
  });

  test('afterwards a key that means nothing is left to the page', async () => {
    const { store } = await onBoards();
    expect(press('Mod+K', NOWHERE, store, THERE)).toBe(true);
    expect(press('Mod+Y', NOWHERE, store, THERE)).toBe(false);
  });

  test('every key of a command is kept where it may be meant', () => {
    const keys = COMMANDS.flatMap((command) => command.keys);
    expect(keys.filter((each) => !isKept(each, NOWHERE))).toEqual([]);
  });

  test('text, steps in a list and the press of a button stay what they are', () => {
    expect(isKept('C', TYPING)).toBe(false);
    expect(isKept('Mod+V', TYPING)).toBe(false);
    expect(isKept('Enter', { ...NOWHERE, onControl: true })).toBe(false);
    for (const keys of ['Tab', 'Shift+Tab', 'ArrowDown', 'Shift+ArrowUp', 'PageDown', 'Home', 'Mod+End'])
      expect(isKept(keys, IN_ROWS), keys).toBe(false);
  });
});
