import { expect, test } from 'vitest';
import { listenToMenu, type RegistrySource } from '../../../../renderer/commands/listen.ts';
import * as registry from '../../../../renderer/commands/registry.ts';
import type { FocusPlace } from '../../../../renderer/commands/command.ts';
import { lockNow } from '../../../../renderer/commands/view-commands.ts';
import { runCommand } from '../../../../renderer/commands/run.ts';
import { startedStore, type Script } from '../scripted-bridge.ts';

const NOWHERE: FocusPlace = { typing: false, inRows: false, onControl: false };
const IN_ROWS: FocusPlace = { ...NOWHERE, inRows: true };
const TYPING: FocusPlace = { ...NOWHERE, typing: true };

const { commandFor } = registry;
const THERE: RegistrySource = { now: () => registry, soon: () => Promise.resolve(registry) };

async function onBoards(script: Script = {}) {
  const begun = await startedStore(script);
  await begun.state().readSettings();
  return begun;
}

test('shortcuts that type or edit text run no command while a text field has the focus', async () => {
  const { state } = await onBoards();
  expect(commandFor('?', state(), TYPING)).toBeNull();
  expect(commandFor('Mod+Z', state(), TYPING)).toBeNull();
  expect(commandFor('Mod+Z', state(), NOWHERE)?.id).toBe('boards.undo');
  expect(commandFor('Mod+K', state(), TYPING)?.id).toBe('view.palette');
  expect(commandFor('F6', state(), TYPING)?.id).toBe('view.next-pane');
});

test('the shortcuts of a list run no command while a text field of a row has the focus', async () => {
  const { state } = await onBoards();
  const inField: FocusPlace = { ...IN_ROWS, typing: true };
  for (const keys of ['Mod+A', 'Mod+C', 'F2']) {
    expect(commandFor(keys, state(), IN_ROWS)).not.toBeNull();
    expect(commandFor(keys, state(), inField)).toBeNull();
  }
  expect(commandFor('Mod+K', state(), inField)?.id).toBe('view.palette');
});

test('Enter runs no command while a button has the focus', async () => {
  const { state } = await onBoards();
  expect(commandFor('Enter', state(), { ...IN_ROWS, onControl: true })).toBeNull();
  expect(commandFor('Enter', state(), IN_ROWS)?.id).toBe('boards.open');
});

test('keyboard shortcuts run no command while a dialog or menu is open', async () => {
  const { state } = await onBoards();
  state().setSwitcherOpen(true);
  expect(commandFor('Mod+K', state(), { ...NOWHERE, inPopover: true })).toBeNull();
  expect(commandFor('Mod+K', state(), NOWHERE)?.id).toBe('view.palette');
  state().openDialog({ kind: 'help' });
  expect(commandFor('Mod+K', state(), NOWHERE)).toBeNull();
});

test('Escape does not leave the connection form while a popover of the form is open', async () => {
  const { state } = await onBoards();
  await state().go({ kind: 'connection-form', id: null });
  expect(commandFor('Escape', state(), { ...NOWHERE, popoverOpen: true })).toBeNull();
  expect(commandFor('Escape', state(), NOWHERE)?.id).toBe('connections.cancel-edit');
});

test('the shortcuts for blurring texts and for locking work even while a dialog’s text field has the focus', async () => {
  const { state } = await onBoards();
  state().openDialog({ kind: 'new-paper', templateId: null });
  expect(commandFor('F8', state(), TYPING)?.id).toBe('view.blur');
  expect(commandFor('Mod+Shift+L', state(), TYPING)?.id).toBe('view.lock');
  expect(commandFor('F1', state(), TYPING)).toBeNull();
});

test('without a passphrase, the command “Lock now” opens the settings, but not while a dialog is open', async () => {
  const { state, store, emit } = await onBoards();
  emit('lock.changed', { locked: false, idleMinutes: null, forcedMinutes: null, unlockBy: 'none' });
  state().openDialog({ kind: 'help' });
  await runCommand(lockNow, store);
  expect(state().screen).toBe('boards');
  expect(state().message.text).toContain('Set a passphrase in Settings');
  state().closeDialog();
  await runCommand(lockNow, store);
  expect(state().screen).toBe('settings');
});

test('the shortcut for blurring texts works on the lock screen', async () => {
  const { store, state, bridge, emit } = await onBoards();
  listenToMenu(bridge, store, THERE);
  emit('lock.changed', { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' });
  expect(commandFor('F8', state(), NOWHERE)?.id).toBe('view.blur');
  expect(commandFor('F1', state(), NOWHERE)).toBeNull();
  emit('command.run', { commandId: 'help.open', keys: null });
  expect(state().dialog).toBeNull();
  emit('command.run', { commandId: 'view.blur', keys: null });
  await expect.poll(() => state().blurred).toBe(true);
});

test('a shortcut of the macOS menu runs no command while a text field, popover or room has the focus', async () => {
  const { store, state, bridge, emit } = await onBoards();
  let place: FocusPlace | null = TYPING;
  listenToMenu(bridge, store, THERE, () => place);
  const press = (): void => emit('command.run', { commandId: 'view.service-status', keys: '?' });
  press();
  expect(state().dialog).toBeNull();
  place = { ...NOWHERE, inPopover: true };
  press();
  expect(state().dialog).toBeNull();
  // `place` is null if the keyboard focus is inside a room's webview.
  place = null;
  press();
  expect(state().dialog).toBeNull();
  place = NOWHERE;
  press();
  expect(state().dialog).toEqual({ kind: 'help' });
});
