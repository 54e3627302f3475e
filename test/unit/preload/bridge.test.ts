import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CALL_NAMES, type EaselBridge } from '../../../preload/contract/contract.ts';
import { EVENTS, type EventName } from '../../../preload/contract/events.ts';
import type { Press } from '../../../preload/contract/call.ts';
import { exposed, ipcRenderer } from '../../support/fake-electron.ts';

vi.mock('electron', () => import('../../support/fake-electron.ts'));

/** All functions of `window.easel` that a page can call. Each additional function increases the attack surface. */
const GOLDEN = `
  activity: copyTarget export outline page
  app: clearClipboard copy forgetDropped info prefer preferences showFile
  boards: annotate cancelExport cancelList copy create export list names ranks shape state undo view
    window
  connections: check list lockChanges practise rehearse remove save select unlockChanges
  customers: export page totals
  diagnostics: save
  health: look state tryNow
  jobs: cancel chooseListFolder closeReview copyLink copyLinks copyMail createBoards createPack createPapers deleteOne
    deleteReviewed dismiss items list mintLinks pause readNames resume retryFailed review reviewPapers
    saveItems saveLinks saveQrSheet startNow stop willAsk
  keychain: state status
  keys: all discard edit export goBack isKnown keep leftovers list rehearse removeLeftovers retire
    saveRotation stage useNext
  links: close copy qrCode
  lock: configure now removeKeys state unlock
  network: chooseCa forgetSignIn removeCas settings signIn
  notes: export
  papers: add addMany copy create export forget list markTemplates readList rename
  pictures: clear of
  plans: open save
  policy: state
  previews: capture close copyBrowserLink copyLink focus liftShield open raiseShield
  snippets: of
team: author choices chooseCertificate compare configure createAccount join leave reconnect remove saveSql setUp
setUpSql state
teamwork: approve askPause audit decline plans reviewPlan runsWith saveAudit savePlan visits
  transfer: apply close export open unlock
  unresolved: cancelCreate check list settle
  updates: check proceed state
  views: keepLast layout list remove save setColumns`;

type Group = Readonly<Record<string, (args: unknown) => Promise<unknown>>>;

const EVENT_NAMES = Object.keys(EVENTS) as EventName[];
const listeners = new Map<string, (event: object) => void>();
let easel: EaselBridge;
let groups: Readonly<Record<string, Group>>;

beforeAll(async () => {
  vi.stubGlobal('CALL_NAMES', CALL_NAMES);
  vi.stubGlobal('EVENT_NAMES', EVENT_NAMES);
  vi.stubGlobal('window', {
    addEventListener: (type: string, listener: (event: object) => void, options: { capture: boolean }) => {
      if (options.capture) listeners.set(type, listener);
    },
  });
  await import('../../../preload/bridge.ts');
  const { on, ...calls } = exposed.get('easel') as EaselBridge;
  easel = { on, ...calls };
  groups = calls as unknown as typeof groups;
});
beforeEach(() => {
  ipcRenderer.invoked.length = 0;
  ipcRenderer.removeAllListeners();
});

test('window.easel exposes only the functions listed in this test, in frozen objects', () => {
  expect([...exposed.keys()]).toEqual(['easel']);
  expect(Object.isFrozen(exposed.get('easel'))).toBe(true);
  const reachable = Object.entries(groups).map(([name, group]) => {
    expect(Object.isFrozen(group)).toBe(true);
    return `${name}: ${Object.keys(group).sort().join(' ')}`;
  });
  expect(reachable.sort().join(' ')).toEqual(GOLDEN.trim().split(/\s+/u).join(' '));
});

test('each function of window.easel sends its name and argument on the same IPC channel', async () => {
  for (const name of CALL_NAMES) {
    const [group = '', method = ''] = name.split('.');
    const call = groups[group]?.[method] as (...all: readonly unknown[]) => Promise<unknown>;
    const args = { connectionId: 'c-1' };
    ipcRenderer.invoked.length = 0;
    await expect(call(args, 'app.copy', { evil: true })).resolves.toEqual({ ok: true, value: null });
    expect(ipcRenderer.invoked).toEqual([['call', name, args, expect.objectContaining({ number: 0 })]]);
  }
});

interface Key extends Partial<Pick<KeyboardEvent, 'isTrusted' | 'repeat' | 'isComposing'>> {
  readonly target?: object;
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly metaKey?: boolean;
  readonly shiftKey?: boolean;
  readonly graph?: boolean;
}

function press(key: string, { target = { tagName: 'DIV' }, graph = false, ...more }: Key = {}): void {
  listeners.get('keydown')?.({
    type: 'keydown',
    timeStamp: performance.now(),
    isTrusted: true,
    key,
    // As in a shadow tree, `target` is the host element, and only `composedPath` contains the inner element.
    target: { tagName: 'DIV' },
    composedPath: () => [target],
    getModifierState: (name: string) => graph && name === 'AltGraph',
    ...more,
  });
}

function point(type: 'pointerdown' | 'pointerup', isTrusted: boolean, msAgo = 0): void {
  listeners.get(type)?.({ type, timeStamp: performance.now() - msAgo, isTrusted });
}

async function lastPress(): Promise<Press> {
  await easel.boards.state({ connectionId: 'c-1' });
  return ipcRenderer.invoked.at(-1)?.[3] as Press;
}

async function counting(keys: readonly string[], more: Key = {}): Promise<readonly string[]> {
  const found: string[] = [];
  for (const key of keys) {
    const before = (await lastPress()).number;
    press(key, more);
    if ((await lastPress()).number === before + 1) found.push(key);
  }
  return found;
}

const ACTS = ['Enter', ' ', 'Delete', 'Backspace', 'F1', 'F12'];
const TYPED = ['a', '7', '/', '€', '語', '😀'];
/** Keys that never count as consent: navigation keys, modifiers, and keys whose effect is unclear. */
const OTHERS = [
  ...'Tab ArrowUp ArrowDown Home PageDown ContextMenu Insert Shift Control AltGraph'.split(' '),
  ...'Fn Dead Process Escape'.split(' '),
];

test('a key press or pointer event counts as user input only if the event is trusted', async () => {
  const { number, page } = await lastPress();
  press('Enter');
  point('pointerdown', true);
  point('pointerdown', false);
  expect(await lastPress()).toMatchObject({ number: number + 2, page });
  expect((await lastPress()).msAgo).toBeLessThan(5000);
});

test('the age of a click is measured from the moment when the pointer was released', async () => {
  point('pointerdown', true, 60_000);
  const { number } = await lastPress();
  point('pointerup', false);
  expect((await lastPress()).msAgo).toBeGreaterThanOrEqual(60_000);
  point('pointerup', true);
  expect((await lastPress()).msAgo).toBeLessThan(5000);
  expect((await lastPress()).number).toBe(number);
});

const ALL = [...ACTS, ...TYPED, ...OTHERS];
const TEXT_FIELDS = {
  'a text field': { tagName: 'INPUT', type: 'text' },
  'a date field': { tagName: 'INPUT', type: 'date' },
  'a text area': { tagName: 'TEXTAREA', type: 'textarea' },
  'an editable element': { tagName: 'DIV', isContentEditable: true },
};

test.each<[where: string, keys: readonly string[], more: Key]>([
  ['on a row', ACTS, {}],
  ['on a row with Shift', ACTS, { shiftKey: true }],
  ['on a row with Ctrl', [...ACTS, ...TYPED], { ctrlKey: true }],
  ['on a row with Alt', [...ACTS, ...TYPED], { altKey: true }],
  ['on a row with Meta', [...ACTS, ...TYPED], { metaKey: true }],
  ...Object.entries(TEXT_FIELDS).flatMap(([field, target]): [string, readonly string[], Key][] => [
    [`in ${field}`, ['Enter'], { target }],
    [`in ${field} with Ctrl`, ['Enter', ...TYPED.filter((key) => key !== 'a')], { target, ctrlKey: true }],
    [`in ${field} with Alt`, ['Enter'], { target, altKey: true }],
  ]),
  ['on a checkbox', ACTS, { target: { tagName: 'INPUT', type: 'checkbox' } }],
  ['on a button', ACTS, { target: { tagName: 'BUTTON' } }],
  ['by a script', [], { isTrusted: false }],
  ['by a key that repeats while held down', [], { repeat: true }],
  ['by an input method', [], { isComposing: true }],
])('of all keys pressed %s, only %j count as user input', async (_where, keys, more) => {
  expect(await counting(ALL, more)).toEqual(keys);
});

test('a character typed with AltGr does not count as user input', async () => {
  const target = TEXT_FIELDS['a text field'];
  expect(await counting(['@'], { graph: true, ctrlKey: true, altKey: true })).toEqual([]);
  expect(await counting(['@'], { graph: true, ctrlKey: true, altKey: true, target })).toEqual([]);
  vi.stubGlobal('navigator', { platform: 'MacIntel' });
  // On a Mac, Ctrl with a letter moves the cursor or deletes text, so it enters nothing.
  expect(await counting(['e', 'n'], { ctrlKey: true, target })).toEqual([]);
  expect(await counting(['e', 'n', 'v'], { metaKey: true, target })).toEqual(['e', 'n']);
  expect(await counting(['@', 'k'], { altKey: true })).toEqual([]);
  expect(await counting(['k'], { altKey: true, metaKey: true })).toEqual(['k']);
});

test('a click event does not count as user input, because a script can cause it on a label', () => {
  expect([...listeners.keys()].sort()).toEqual(['drop', 'keydown', 'pointerdown', 'pointerup']);
});

test('a file is sent to main only if the user drops a single file', async () => {
  const drop = (names: readonly string[], isTrusted = true): void =>
    listeners.get('drop')?.({ isTrusted, dataTransfer: { files: names.map((name) => ({ name })) } });
  const { number } = await lastPress();
  ipcRenderer.invoked.length = 0;
  drop(['notes.csv'], false);
  drop(['a.csv', 'b.csv']);
  drop([]);
  expect(ipcRenderer.invoked).toEqual([]);
  drop(['notes.csv']);
  expect(ipcRenderer.invoked).toEqual([['dropped', '/home/ada/notes.csv']]);
  expect((await lastPress()).number).toBe(number);
});

test('a listener of an IPC event gets the event’s data, but not Electron’s event object', () => {
  for (const event of EVENT_NAMES) {
    const received: unknown[][] = [];
    easel.on(event, (...all: unknown[]) => void received.push(all));
    ipcRenderer.emit(event, { sender: ipcRenderer, ports: ['port'] }, { revision: 1 }, 'more');
    expect(received).toEqual([[{ revision: 1 }]]);
  }
});

test.each(['', 'boards.list', 'ELECTRON_INTERNAL', '__proto__', 'BOARDS.CHANGED'])(
  'window.easel refuses a subscription to the unknown event %j',
  (event) => {
    expect(() => easel.on(event as EventName, () => undefined)).toThrow(TypeError);
    expect(ipcRenderer.eventNames()).toEqual([]);
  },
);
