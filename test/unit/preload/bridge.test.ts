import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { CALL_NAMES, type EaselBridge } from '../../../preload/contract/contract.ts';
import { EVENTS, type EventName } from '../../../preload/contract/events.ts';
import type { Press } from '../../../preload/contract/call.ts';
import { exposed, ipcRenderer } from '../../support/fake-electron.ts';

vi.mock('electron', () => import('../../support/fake-electron.ts'));

/** The whole of what a page can reach. A new name here is a new way out of the page: think before adding one. */
const GOLDEN = {
  activity: ['check', 'copyTarget', 'export', 'outline', 'page'],
  app: ['clearClipboard', 'copy', 'info', 'prefer', 'preferences'],
  boards: [
    'annotate',
    'cancelExport',
    'cancelList',
    'copy',
    'create',
    'export',
    'fields',
    'list',
    'overview',
    'rank',
    'shape',
    'state',
    'summary',
    'undo',
    'view',
    'window',
  ],
  connections: [
    'check',
    'checkPaper',
    'duplicate',
    'list',
    'lockChanges',
    'practise',
    'remove',
    'reorder',
    'save',
    'select',
    'unlockChanges',
  ],
  health: ['state', 'tryNow'],
  keychain: ['state', 'status'],
  keys: [
    'chooseFile',
    'discard',
    'edit',
    'goBack',
    'keep',
    'leftovers',
    'list',
    'rehearse',
    'removeLeftovers',
    'retire',
    'shredFile',
    'stage',
    'useNext',
  ],
  jobs: [
    'addNames',
    'cancel',
    'closeReview',
    'copyLink',
    'copyLinks',
    'copyMail',
    'createBoards',
    'createPack',
    'createPapers',
    'deleteOne',
    'deleteReviewed',
    'dismiss',
    'items',
    'list',
    'mintLinks',
    'paperNames',
    'pause',
    'readNames',
    'resume',
    'retryFailed',
    'review',
    'reviewPapers',
    'saveItems',
    'saveLinks',
    'saveQrSheet',
    'saveReview',
    'startNow',
    'stop',
    'willAsk',
  ],
  lock: ['configure', 'now', 'removeKeys', 'state', 'unlock'],
  network: ['chooseCa', 'removeCas', 'settings', 'signIn'],
  notes: ['apply', 'export', 'open'],
  papers: [
    'add',
    'addMany',
    'copy',
    'create',
    'export',
    'forget',
    'list',
    'markTemplates',
    'readList',
    'rename',
  ],
  pictures: ['clear', 'kept', 'of'],
  plans: ['open', 'openIds', 'save'],
  policy: ['state'],
  previews: ['capture', 'close', 'copyLink', 'focus', 'liftShield', 'memory', 'open', 'raiseShield', 'seen'],
  links: ['close', 'copy', 'qrCode'],
  diagnostics: ['save'],
  snippets: ['of'],
  transfer: ['apply', 'close', 'export', 'open', 'unlock'],
  unresolved: ['check', 'list', 'settle'],
  updates: ['cancel', 'check', 'download', 'install', 'openPage', 'show', 'state'],
  views: ['keepLast', 'layout', 'list', 'remove', 'save', 'setColumns'],
};

type Group = Readonly<Record<string, (args: unknown) => Promise<unknown>>>;

let easel: EaselBridge;
let groups: Readonly<Record<string, Group>>;

const EVENT_NAMES = Object.keys(EVENTS) as EventName[];
const listeners = new Map<string, (event: object) => void>();

beforeAll(async () => {
  vi.stubGlobal('CALL_NAMES', CALL_NAMES);
  vi.stubGlobal('EVENT_NAMES', EVENT_NAMES);
  vi.stubGlobal('window', {
    addEventListener: (
      type: string,
      listener: (event: object) => void,
      { capture }: { capture: boolean },
    ) => {
      if (capture) listeners.set(type, listener);
    },
  });
  await import('../../../preload/bridge.ts');
  easel = exposed.get('easel') as EaselBridge;
  groups = exposed.get('easel') as Readonly<Record<string, Group>>;
});
beforeEach(() => {
  ipcRenderer.invoked.length = 0;
  ipcRenderer.removeAllListeners();
});

test('a page gets window.easel and nothing else', () => {
  expect([...exposed.keys()]).toEqual(['easel']);
});

test('window.easel has exactly these names', () => {
  const names = Object.fromEntries(
    Object.entries(groups)
      .filter(([, group]) => typeof group === 'object')
      .map(([name, group]) => [name, Object.keys(group).sort()]),
  );
  expect(names).toEqual(GOLDEN);
  expect(new Set(Reflect.ownKeys(easel))).toEqual(new Set([...Object.keys(GOLDEN), 'on']));
});

test('everything in it is frozen, and each function is Easel’s own', () => {
  expect(Object.isFrozen(easel)).toBe(true);
  const raw = new Set<unknown>([ipcRenderer, ...Object.values(ipcRenderer)]);
  for (const name of Object.keys(GOLDEN)) {
    const group = groups[name] ?? {};
    expect(Object.isFrozen(group)).toBe(true);
    for (const method of Object.values(group)) {
      expect(typeof method).toBe('function');
      expect(raw.has(method)).toBe(false);
      expect(Object.keys(method)).toEqual([]);
    }
  }
  expect(typeof easel.on).toBe('function');
});

test('a page can’t send to, or listen on, a channel of its choice', () => {
  const reachable = JSON.stringify(
    [easel, ...Object.values(groups)].map((value) => Object.keys(value)),
  ).toLowerCase();
  expect(reachable).not.toMatch(/ipc|invoke|send|emit|require|process|eval/);
});

/** A pressed key; its target is the list unless it says otherwise. */
const pressedKey = (
  key: string,
  { target = { tagName: 'DIV' }, graph = false, ...more }: Key = {},
): object => ({
  type: 'keydown',
  timeStamp: performance.now(),
  isTrusted: true,
  key,
  // A shadow tree shows only its host as target.
  target: { tagName: 'DIV' },
  composedPath: () => [target],
  getModifierState: (name: string) => graph && name === 'AltGraph',
  ...more,
});

interface Key extends Partial<Pick<KeyboardEvent, 'isTrusted' | 'repeat' | 'isComposing'>> {
  readonly target?: object;
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly metaKey?: boolean;
  readonly shiftKey?: boolean;
  /** AltGr is held. */
  readonly graph?: boolean;
}

const TEXT_FIELDS: readonly object[] = [
  ...['text', 'search', 'password', 'email', 'url', 'tel', 'number', 'date'].map((type) => ({
    tagName: 'INPUT',
    type,
  })),
  { tagName: 'TEXTAREA', type: 'textarea' },
  { tagName: 'DIV', isContentEditable: true },
];

const pointer = (isTrusted = true): object => ({
  type: 'pointerdown',
  timeStamp: performance.now(),
  isTrusted,
});

test('a trusted drop of one file sends its path to main, counts as no press, and tells the page nothing', async () => {
  const { number } = await pressSaid();
  const drop = (names: readonly string[], isTrusted = true): void =>
    listeners.get('drop')?.({ isTrusted, dataTransfer: { files: names.map((name) => ({ name })) } });
  ipcRenderer.invoked.length = 0;
  drop(['notes.csv'], false);
  drop(['a.csv', 'b.csv']);
  drop([]);
  expect(ipcRenderer.invoked).toEqual([]);
  drop(['notes.csv']);
  expect(ipcRenderer.invoked).toEqual([['dropped', '/home/ada/notes.csv']]);
  expect((await pressSaid()).number).toBe(number);
});

/** The last press, as a call would say it. */
async function pressSaid(): Promise<Press> {
  await easel.boards.state({ connectionId: 'c-1' });
  return ipcRenderer.invoked.at(-1)?.[3] as Press;
}

test('every call uses the one channel under its own name, with its one argument and the last press', async () => {
  for (const name of CALL_NAMES) {
    const [group = '', method = ''] = name.split('.');
    const call = groups[group]?.[method] as (...all: readonly unknown[]) => Promise<unknown>;
    const args = { connectionId: 'c-1' };
    ipcRenderer.invoked.length = 0;
    await expect(call(args, 'app.copy', { evil: true })).resolves.toEqual({ ok: true, value: null });
    expect(ipcRenderer.invoked).toEqual([['call', name, args, expect.objectContaining({ number: 0 })]]);
  }
});

/** Whether pressing this one key counts as a press. */
async function counts(key: string, more: Key = {}): Promise<boolean> {
  const before = (await pressSaid()).number;
  listeners.get('keydown')?.(pressedKey(key, more));
  return (await pressSaid()).number === before + 1;
}

/** Those of these keys that count. */
async function counting(keys: readonly string[], more: Key = {}): Promise<readonly string[]> {
  const found: string[] = [];
  for (const key of keys) if (await counts(key, more)) found.push(key);
  return found;
}

const ACTS = ['Enter', ' ', 'Delete', 'Backspace', 'F1', 'F2', 'F9', 'F12', 'F24'];
const WAYS = ['Tab', 'ArrowUp', 'ArrowLeft', 'Home', 'End', 'PageUp', 'PageDown', 'ContextMenu', 'Insert'];
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Fn'];
const TYPED = ['a', 'Z', 'é', '7', '/', '?', '.', '€', '語', '😀'];
const UNCLEAR = ['Dead', 'Unidentified', 'Process', 'Compose', 'Escape', 'AudioVolumeUp', 'MediaPlayPause'];

describe('a press', () => {
  test('is a key or pointer of a person, each counted once', async () => {
    const before = (await pressSaid()).number;
    listeners.get('keydown')?.(pressedKey('Enter'));
    listeners.get('pointerdown')?.(pointer());
    expect(await pressSaid()).toMatchObject({ number: before + 2, page: (await pressSaid()).page });
    expect((await pressSaid()).msAgo).toBeLessThan(5000);
  });

  test('is Enter, Space, Delete, Backspace or a function key', async () => {
    expect(await counting(ACTS)).toEqual(ACTS);
    expect(await counting(ACTS, { ctrlKey: true })).toEqual(ACTS);
    expect(await counting(ACTS, { shiftKey: true })).toEqual(ACTS);
  });

  test('is no character, way, modifier or unclear key', async () => {
    const others = [...TYPED, ...WAYS, ...MODIFIERS, ...UNCLEAR];
    expect(await counting(others)).toEqual([]);
    expect(await counting(others, { shiftKey: true })).toEqual([]);
  });

  test('is a character with Ctrl, Alt or ⌘, and no other key with one of them', async () => {
    for (const modifier of ['ctrlKey', 'altKey', 'metaKey'] as const) {
      expect(await counting(TYPED, { [modifier]: true })).toEqual(TYPED);
      expect(await counting([...WAYS, ...MODIFIERS, ...UNCLEAR], { [modifier]: true })).toEqual([]);
    }
  });

  test('is no character that AltGr types, as Windows and Linux report it', async () => {
    const typed = ['@', '{', '€', 'ł'];
    expect(await counting(typed, { graph: true })).toEqual([]);
    expect(await counting(typed, { graph: true, ctrlKey: true, altKey: true })).toEqual([]);
    expect(await counting(typed, { graph: true, metaKey: true })).toEqual([]);
  });

  test('is no character that the Mac’s ⌥ types', async () => {
    vi.stubGlobal('navigator', { platform: 'MacIntel' });
    expect(await counting(['@', '∂', 'k'], { altKey: true })).toEqual([]);
    expect(await counting(['k'], { altKey: true, metaKey: true })).toEqual(['k']);
    vi.unstubAllGlobals();
  });

  test('in a text field is Enter alone', async () => {
    const others = [...ACTS.slice(1), ...TYPED, ...WAYS];
    for (const target of TEXT_FIELDS) {
      expect([target, await counting(['Enter', ...others], { target })]).toEqual([target, ['Enter']]);
      expect(await counting(others, { target, ctrlKey: true })).toEqual([]);
      expect(await counting(others, { target, metaKey: true })).toEqual([]);
    }
  });

  test('on a control that nothing is typed into is the same as in a list', async () => {
    for (const type of ['checkbox', 'radio', 'button', 'submit', 'range', 'file', 'color']) {
      expect(await counting([' ', 'Delete', 'a'], { target: { tagName: 'INPUT', type } })).toEqual([
        ' ',
        'Delete',
      ]);
    }
    for (const tagName of ['BUTTON', 'SELECT', 'A'])
      expect(await counting([' ', 'a'], { target: { tagName } })).toEqual([' ']);
  });

  test('is no scripted event, no held key, and none of an input method', async () => {
    const before = await pressSaid();
    listeners.get('pointerdown')?.(pointer(false));
    expect(await counting(ACTS, { isTrusted: false })).toEqual([]);
    expect(await counting(ACTS, { repeat: true })).toEqual([]);
    expect(await counting(ACTS, { isComposing: true })).toEqual([]);
    expect((await pressSaid()).number).toBe(before.number);
  });

  test('is not a click: a script can make a trusted one by clicking a label', () => {
    expect([...listeners.keys()].sort()).toEqual(['drop', 'keydown', 'pointerdown', 'pointerup']);
  });
});

describe('a page that subscribes', () => {
  test.each(EVENT_NAMES)('to %s gets data, never Electron’s event', (event) => {
    const heard: unknown[][] = [];
    easel.on(event, (...all: unknown[]) => void heard.push(all));
    ipcRenderer.emit(event, { sender: ipcRenderer, ports: ['port'] }, { revision: 1 }, 'more');
    expect(heard).toEqual([[{ revision: 1 }]]);
  });

  test('gets nothing after it has unsubscribed, and others still do', () => {
    const heard: string[] = [];
    const endFirst = easel.on('boards.changed', () => heard.push('first'));
    easel.on('boards.changed', () => heard.push('second'));
    expect(endFirst()).toBeUndefined();
    endFirst();
    ipcRenderer.emit('boards.changed', {}, {});
    expect(heard).toEqual(['second']);
  });

  test('twice with the same function is called twice, and unsubscribes each separately', () => {
    let heard = 0;
    const listener = (): void => void (heard += 1);
    const end = easel.on('boards.changed', listener);
    easel.on('boards.changed', listener);
    end();
    ipcRenderer.emit('boards.changed', {}, {});
    expect(heard).toBe(1);
    expect(ipcRenderer.listenerCount('boards.changed')).toBe(1);
  });

  test.each(['', 'boards', 'boards.list', 'ELECTRON_INTERNAL', '__proto__', 'constructor', 'BOARDS.CHANGED'])(
    'to %j is refused',
    (event) => {
      expect(() => easel.on(event as EventName, () => undefined)).toThrow(TypeError);
      expect(ipcRenderer.eventNames()).toEqual([]);
    },
  );
});
