import { beforeEach, expect, test } from 'vitest';
import { RoomKeyboard, type Key } from '../../../../main/previews/room-keyboard.ts';
import { keyOf as key } from './previews-under-test.ts';

let now: number;
let allowed: boolean;
let taken: (readonly [string, number])[];
let left: number;
let keyboard: RoomKeyboard;

beforeEach(() => {
  now = 1_000_000;
  allowed = true;
  taken = [];
  left = 0;
  keyboard = new RoomKeyboard({
    mayHave: () => allowed,
    onTaken: (...room) => taken.push(room),
    onLeave: () => (left += 1),
    now: () => now,
  });
});

const up = (name: string): Key => key(name, { type: 'keyUp' });
const types = (room = 'a', name = 'x'): boolean => keyboard.keyInRoom(room, key(name));

test('after a click in a room, only this room receives key presses', () => {
  expect(keyboard.isInUse()).toBe(false);
  expect(keyboard.pressInRoom('a')).toBe(true);
  expect(keyboard.ask('a', false)).toBe(true);
  expect(keyboard.isInUse()).toBe(true);
  expect([types('a'), types('b')]).toEqual([true, false]);
  expect(keyboard.pressInRoom('b')).toBe(true);
  expect(types('a')).toBe(false);
});

test.each<readonly [string, () => unknown]>([
  ['a click in Easel’s page', () => keyboard.pressInPage()],
  ['a key press in Easel’s page', () => keyboard.keyInPage(key('a'))],
  ['Easel’s page reports that it has the focus', () => keyboard.ask(null, false)],
  ['the room is closed', () => keyboard.ended('a')],
])('a room that the user clicked receives key presses until %s', (_name, end) => {
  keyboard.pressInRoom('a');
  end();
  expect(types()).toBe(false);
  expect(keyboard.ask('a', false)).toBe(false);
});

test('a click in a room whose input is blocked gives the room no key presses', () => {
  keyboard.pressInRoom('a');
  allowed = false;
  expect(keyboard.isInUse()).toBe(false);
  expect(types()).toBe(false);
  expect(keyboard.pressInRoom('a')).toBe(false);
  expect(keyboard.ask('a', false)).toBe(false);
  allowed = true;
  expect(types()).toBe(false);
});

test.each(['F6', 'Enter', ' '])('the key “%s” lets Easel’s page focus a room only once', (name) => {
  keyboard.keyInPage(key(name));
  expect(keyboard.ask('a', true)).toBe(true);
  expect(types()).toBe(true);
  keyboard.ask(null, false);
  expect(keyboard.ask('a', true)).toBe(false);
  expect(types()).toBe(false);
});

test.each<readonly [string, () => unknown]>([
  ['more than a second later', () => (now += 1001)],
  ['after the clock was set back', () => (now -= 1)],
  ['whose input is blocked', () => (allowed = false)],
])('a key press in Easel’s page does not move the focus to a room %s', (_name, change) => {
  keyboard.keyInPage(key('Enter'));
  change();
  expect(keyboard.ask('a', true)).toBe(false);
});

test('a room that focuses itself receives no key presses, even after a key press in Easel’s page', () => {
  keyboard.keyInPage(key('Enter'));
  expect(keyboard.ask('a', false)).toBe(false);
  expect(types()).toBe(false);
});

test.each([
  [false, 1],
  [true, -1],
])('F6 in a room (Shift: %s) moves the focus by %i pane', (shift, step) => {
  keyboard.pressInRoom('a');
  expect(keyboard.keyInRoom('a', key('F6', { shift }))).toBe(false);
  expect(keyboard.keyInRoom('a', up('F6'))).toBe(false);
  expect(taken).toEqual([['a', step]]);
  expect(types()).toBe(false);
});

test('Escape in a room reaches the room’s page and then returns the focus to Easel’s page', () => {
  keyboard.pressInRoom('a');
  expect(keyboard.keyInRoom('a', key('Escape'))).toBe(true);
  expect(taken).toEqual([['a', 0]]);
  expect(types()).toBe(false);
});

test('⌘W closes only the room that receives the user’s key presses', () => {
  keyboard.pressInRoom('a');
  const reached = ['b', 'a'].map((room) => keyboard.keyInRoom(room, key('w', { meta: true })));
  expect([reached, left]).toEqual([[false, false], 1]);
  expect([taken.at(-1), keyboard.isInUse()]).toEqual([['a', 0], false]);
});

test('a key press or click in a room counts as a user action for five seconds', () => {
  expect(keyboard.isPressed('a')).toBe(false);
  keyboard.pressInRoom('a');
  now += 5000;
  expect(keyboard.isPressed('a')).toBe(true);
  expect(keyboard.isPressed('b')).toBe(false);
  now += 1;
  expect(keyboard.isPressed('a')).toBe(false);
  types('a', 'v');
  expect(keyboard.isPressed('a')).toBe(true);
  keyboard.ended('a');
  expect(keyboard.isPressed('a')).toBe(false);
});

test('a key release or Escape in a room does not count as a user action', () => {
  types();
  keyboard.pressInRoom('a');
  now += 6000;
  keyboard.keyInRoom('a', up('v'));
  expect(keyboard.isPressed('a')).toBe(false);
  types('a', 'Escape');
  expect(keyboard.isPressed('a')).toBe(false);
  keyboard.pressInRoom('a');
  types();
  now -= 1;
  expect(keyboard.isPressed('a')).toBe(false);
});
