import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClientMessage, ServerMessage } from '../../../../preload/contract/practice-room.ts';
import { createLink } from '../../../../renderer/room/link.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const person = { id: 'p', name: 'Ada', color: '#000' };
const welcome = { type: 'welcome', you: person, people: [], items: [] } as unknown as ServerMessage;
const put = (id: string, text: string) =>
  ({ type: 'put', item: { id, kind: 'note', text } }) as unknown as ClientMessage;

class FakeSocket extends EventTarget {
  static readonly all: FakeSocket[] = [];
  readonly sent: ClientMessage[] = [];

  constructor() {
    super();
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  say(message: ServerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

test('after reconnecting, a practice room sends the changes that were made while it was disconnected', () => {
  vi.stubGlobal('WebSocket', FakeSocket);
  const received: ServerMessage[] = [];
  const link = createLink(
    'wss://room.example',
    'token',
    (message) => received.push(message),
    () => undefined,
  );
  link.connect();
  FakeSocket.all[0]?.say(welcome);
  FakeSocket.all[0]?.dispatchEvent(new Event('close'));
  link.send(put('a', 'first'));
  link.send(put('a', 'second'));
  link.send(put('b', 'note'));
  link.send({ type: 'remove', id: 'b' });
  vi.advanceTimersByTime(1000);
  FakeSocket.all[1]?.say(welcome);
  const changes = [put('a', 'second'), { type: 'remove', id: 'b' }];
  expect(FakeSocket.all[1]?.sent).toEqual(changes);
  expect(received).toEqual([welcome, welcome, ...changes]);
  link.send(put('c', 'note'));
  expect(FakeSocket.all[1]?.sent.at(-1)).toEqual(put('c', 'note'));
});
