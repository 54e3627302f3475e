import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PolicyState } from '../../../../preload/contract/app.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { listenToMenu, press, type MeaningsSource } from '../../../../renderer/commands/listen.ts';
import * as meanings from '../../../../renderer/commands/resolve-command.ts';
import type { FocusPlace } from '../../../../renderer/commands/command.ts';
import { connectionOf, createAppStore, scriptedBridge, type Script } from '../scripted-bridge.ts';

const NOWHERE: FocusPlace = { typing: false, inRows: false, onControl: false };
const IN_ROWS: FocusPlace = { ...NOWHERE, inRows: true };
const TYPING: FocusPlace = { ...NOWHERE, typing: true };

const { commandFor } = meanings;
const THERE: MeaningsSource = { now: () => meanings, soon: () => Promise.resolve(meanings) };

afterEach(() => vi.unstubAllGlobals());

async function onBoards(script: Script = {}) {
  const scripted = scriptedBridge({
    'connections.list': () => ok({ connections: [connectionOf('a')], currentId: 'a' }),
    ...script,
  });
  const store = createAppStore(scripted.bridge);
  await store.getState().readSettings();
  await store.getState().start();
  return { ...scripted, store, state: () => store.getState() };
}

describe('a shortcut', () => {
  test('does what the current screen defines', async () => {
    const { state } = await onBoards();
    expect(commandFor('Mod+N', state(), NOWHERE)?.id).toBe('boards.create');
    await state().go({ kind: 'screen', screen: 'papers' });
    expect(commandFor('Mod+N', state(), NOWHERE)?.id).toBe('papers.create');
  });

  test('that is text stays text in a field; Ctrl+K and F6 work there', async () => {
    const { state } = await onBoards();
    expect(commandFor('?', state(), TYPING)).toBeNull();
    expect(commandFor('Mod+Z', state(), TYPING)).toBeNull();
    expect(commandFor('Mod+Z', state(), NOWHERE)?.id).toBe('boards.undo-notes');
    expect(commandFor('Mod+K', state(), TYPING)?.id).toBe('view.palette');
    expect(commandFor('F6', state(), TYPING)?.id).toBe('view.next-pane');
  });

  test('presses the focused button and runs no command with it', async () => {
    const { state } = await onBoards();
    expect(commandFor('Enter', state(), { ...IN_ROWS, onControl: true })).toBeNull();
    expect(commandFor('Enter', state(), IN_ROWS)?.id).toBe('boards.open');
  });

  test('does nothing behind a dialog or an open list', async () => {
    const { state } = await onBoards();
    expect(commandFor('F5', state(), { ...NOWHERE, inPopover: true })).toBeNull();
    state().setSwitcherOpen(true);
    expect(commandFor('F5', state(), NOWHERE)).toBeNull();
    state().openDialog({ kind: 'help' });
    expect(commandFor('Mod+K', state(), NOWHERE)).toBeNull();
  });

  test('does nothing behind a proxy’s sign-in', async () => {
    const { state } = await onBoards();
    expect(commandFor('F5', state(), NOWHERE)?.id).toBe('boards.refresh');
    state().askProxySignIn('proxy.example:8080');
    expect(commandFor('F5', state(), NOWHERE)).toBeNull();
  });

  test('works while the health panel is open, but Escape only closes it', async () => {
    const { state } = await onBoards();
    await state().go({ kind: 'connection-form', id: null });
    expect(commandFor('Escape', state(), NOWHERE)?.id).toBe('connections.cancel-edit');
    state().setHealthOpen(true);
    expect(commandFor('Escape', state(), NOWHERE)).toBeNull();
    expect(commandFor('Mod+K', state(), NOWHERE)?.id).toBe('view.palette');
  });
});

describe('F8, which blurs names, and Ctrl+Shift+L, which locks', () => {
  test('work above a dialog and in a field, unlike all others', async () => {
    const { state } = await onBoards();
    state().openDialog({ kind: 'new-paper', templateId: null });
    expect(commandFor('F8', state(), TYPING)?.id).toBe('view.blur');
    expect(commandFor('Mod+Shift+L', state(), TYPING)?.id).toBe('view.lock');
    expect(commandFor('F1', state(), TYPING)).toBeNull();
  });

  test('work on the lock screen, where no others do', async () => {
    const { store, state, bridge, emit } = await onBoards();
    listenToMenu(bridge, store, THERE);
    emit('lock.changed', { locked: true, idleMinutes: 5, forcedMinutes: null, unlockBy: 'passphrase' });
    expect(commandFor('F8', state(), NOWHERE)?.id).toBe('view.blur');
    expect(commandFor('F1', state(), NOWHERE)).toBeNull();
    emit('command.run', { commandId: 'help.open', keys: null });
    expect(state().dialog).toBeNull();
    emit('command.run', { commandId: 'view.blur', keys: null });
    expect(state().blurred).toBe(true);
  });

  test('toggles with each press of F8', async () => {
    const { store, state } = await onBoards();
    const press = () => commandFor('F8', state(), NOWHERE)?.run(store.getState(), store);
    await press();
    expect(state().blurred).toBe(true);
    await press();
    expect(state().blurred).toBe(false);
  });
});

test('with an invalid policy no shortcut works', async () => {
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
      pictures: false,
      needsReason: true,
      twoPersons: true,
      mostAtOnce: 0,
      holdSeconds: { single: null, bulk: null },
    },
  };
  const { state } = await onBoards({ 'policy.state': () => ok(broken) });
  expect(commandFor('Mod+K', state(), NOWHERE)).toBeNull();
});

describe('the application menu', () => {
  test('runs the command that it names', async () => {
    const { store, state, bridge, emit } = await onBoards();
    listenToMenu(bridge, store, THERE);
    emit('command.run', { commandId: 'help.open', keys: null });
    expect(state().dialog).toEqual({ kind: 'help' });
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
    expect(state().dialog).toEqual({ kind: 'help' });
  });

  test('leaves its keys to a room that has the focus', async () => {
    const { store, state, bridge, emit } = await onBoards();
    class FakeElement {
      readonly #inside: string;
      constructor(inside: string) {
        this.#inside = inside;
      }
      closest(selector: string): this | null {
        return selector === this.#inside ? this : null;
      }
      matches(): boolean {
        return false;
      }
    }
    vi.stubGlobal('Element', FakeElement);
    const focus = (inside: string): unknown =>
      vi.stubGlobal('document', { activeElement: new FakeElement(inside) });
    listenToMenu(bridge, store, THERE);
    const press = (): void => emit('command.run', { commandId: 'view.service-status', keys: '?' });
    focus('webview');
    press();
    expect(state().dialog).toBeNull();
    focus('body');
    press();
    expect(state().dialog).toEqual({ kind: 'help' });
  });
});

describe('before the commands are loaded', () => {
  test('a menu choice is queued, and runs once they are', async () => {
    const { store, state, bridge, emit } = await onBoards();
    const coming = Promise.withResolvers<typeof meanings>();
    listenToMenu(bridge, store, { now: () => null, soon: () => coming.promise });
    emit('command.run', { commandId: 'help.open', keys: null });
    expect(state().dialog).toBeNull();
    coming.resolve(meanings);
    await coming.promise;
    expect(state().dialog).toEqual({ kind: 'help' });
  });

  test('key presses are queued, and run in order once they are', async () => {
    const { store, state } = await onBoards();
    const coming = Promise.withResolvers<typeof meanings>();
    const soon: MeaningsSource = { now: () => null, soon: () => coming.promise };
    expect(press('Mod+3', NOWHERE, store, soon)).toBe(true);
    expect(press('F8', NOWHERE, store, soon)).toBe(true);
    expect(press('Mod+K', NOWHERE, store, soon)).toBe(true);
    expect(press('Tab', NOWHERE, store, soon)).toBe(false);
    expect([state().screen, state().blurred, state().dialog]).toEqual(['boards', false, null]);
    coming.resolve(meanings);
    await coming.promise;
    expect([state().screen, state().blurred, state().dialog?.kind]).toEqual(['papers', true, 'palette']);
  });

  test('a key without a command is left to the page once they are', async () => {
    const { store } = await onBoards();
    expect(press('Mod+K', NOWHERE, store, THERE)).toBe(true);
    expect(press('Mod+Y', NOWHERE, store, THERE)).toBe(false);
  });
});
