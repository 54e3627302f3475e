import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readWindowState, writeWindowState, type Bounds } from '../../../../main/window/main-window.ts';

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

const NONE = { bounds: null, maximized: false, theme: 'system' } as const;
const SCREENS: readonly Bounds[] = [
  { x: 0, y: 0, width: 1920, height: 1040 },
  { x: -1280, y: 100, width: 1280, height: 984 },
];

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'easel-window-'));
  file = path.join(folder, 'window.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (): ReturnType<typeof readWindowState> => readWindowState(file, SCREENS);
const at = (x: number, y: number): Bounds => ({ x, y, width: 1000, height: 700 });

test('the state is read back as written, and nothing else is left in the folder', () => {
  const state = { bounds: at(40, 60), maximized: true, theme: 'dark' } as const;
  writeWindowState(file, { ...NONE, bounds: at(1, 2) });
  writeWindowState(file, state);
  expect(read()).toEqual(state);
  expect(readdirSync(folder)).toEqual(['window.json']);
});

describe('a damaged file has no state:', () => {
  test.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{}',
    '{"bounds":null,"maximized":true}',
    '{"bounds":[0,0,100,100]}',
    '{"bounds":{"x":0,"y":0,"width":1000}}',
    '{"bounds":{"x":"0","y":0,"width":1000,"height":700}}',
    '{"bounds":{"x":0.5,"y":0,"width":1000,"height":700}}',
    '{"bounds":{"x":null,"y":0,"width":1000,"height":700}}',
    '{"bounds":{"x":1e400,"y":0,"width":1000,"height":700}}',
    '{"bounds":{"x":0,"y":0,"width":0,"height":700}}',
    '{"bounds":{"x":0,"y":0,"width":-1000,"height":700}}',
    '{"bounds":{"x":0,"y":0,"width":1e15,"height":700}}',
    '{"bounds":{"x":0,"y":0,"width":1000,"height":2147483648}}',
    '\u0000\u0000\u0000',
  ])('%j', (text) => {
    writeFileSync(file, text);
    expect(read()).toEqual(NONE);
  });
});

test('maximized must be true, not something like it', () => {
  writeFileSync(file, JSON.stringify({ bounds: at(0, 0), maximized: 'yes' }));
  expect(read()).toEqual({ ...NONE, bounds: at(0, 0) });
});

test('only bounds, maximized and theme are read from the file', () => {
  const bounds = { ...at(0, 0), webPreferences: { sandbox: false }, preload: '/evil.js' };
  writeFileSync(file, JSON.stringify({ bounds, maximized: true, kiosk: true }));
  expect(read()).toEqual({ ...NONE, bounds: at(0, 0), maximized: true });
});

describe('the window is restored', () => {
  test.each([
    ['on the first screen', at(0, 0)],
    ['on the second screen', at(-1200, 200)],
    ['across both', at(-500, 200)],
    ['with just enough of it left of the edge', at(1920 - 100, 0)],
    ['with its title bar just above the foot of the screen', at(0, 1009)],
    ['a little above the top, as some systems place it', at(0, -8)],
  ])('%s', (_name, bounds) => {
    writeWindowState(file, { ...NONE, bounds });
    expect(read().bounds).toEqual(bounds);
  });

  test.each([
    ['on a screen that is gone', at(5000, 0)],
    ['with its title bar above the top', at(0, -9)],
    ['with its title bar below the foot', at(0, 1010)],
    ['with too little of it left of the edge', at(1920 - 99, 0)],
    ['far to the left', at(-9000, 200)],
  ])('not %s', (_name, bounds) => {
    writeWindowState(file, { ...NONE, bounds, maximized: true });
    expect(read()).toEqual(NONE);
  });

  test('in its colours, wherever it was', () => {
    writeWindowState(file, { ...NONE, bounds: at(5000, 0), theme: 'dark' });
    expect(read()).toEqual({ ...NONE, theme: 'dark' });
  });

  test('nowhere when there is no screen', () => {
    writeWindowState(file, { ...NONE, bounds: at(0, 0) });
    expect(readWindowState(file, [])).toEqual(NONE);
  });
});
