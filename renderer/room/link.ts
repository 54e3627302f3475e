import type { ClientMessage, RoomRefusal, ServerMessage } from './messages.ts';

export interface LinkEvents {
  received(message: ServerMessage): void;
  refused(reason: RoomRefusal): void;
  /** The connection broke; it is reconnecting. */
  lost(): void;
}

type Change = Extract<ClientMessage, { readonly type: 'put' | 'remove' }>;
type Confirmed = Extract<ServerMessage, { readonly type: 'put' | 'removed' }>;

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8_000;

export type Link = ReturnType<typeof createLink>;

/**
 * The connection to the service. It presents the token in its first message, reconnects, and repeats changes
 * that the service did not confirm: what was drawn while offline arrives.
 */
export function createLink(address: string, token: string, events: LinkEvents) {
  let socket: WebSocket | undefined;
  const unconfirmed: Change[] = [];
  let wait = FIRST_WAIT;
  let open = false;
  let over = false;

  function connect(): void {
    socket = new WebSocket(address);
    socket.addEventListener('open', () => transmit({ type: 'hello', token: token }));
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
      readServerMessages(data).forEach(receive),
    );
    socket.addEventListener('close', () => {
      open = false;
      if (over) return;
      events.lost();
      setTimeout(connect, wait);
      wait = Math.min(LONGEST_WAIT, wait * 2);
    });
  }

  /** Sends a change of the paper, now or after reconnecting. */
  function change(message: Change): void {
    unconfirmed.push(message);
    if (open) transmit(message);
  }

  /** Sends something that is worthless later. */
  function mention(message: Exclude<ClientMessage, Change>): void {
    if (open) transmit(message);
  }

  function receive(message: ServerMessage): void {
    if (message.type === 'refused') {
      over = true;
      events.refused(message.reason);
      return;
    }
    if (message.type === 'put' || message.type === 'removed') confirm(message);
    events.received(message);
    if (message.type !== 'welcome') return;
    open = true;
    wait = FIRST_WAIT;
    for (const own of unconfirmed) {
      events.received(asReceived(own));
      transmit(own);
    }
  }

  function confirm(message: Confirmed): void {
    const at = unconfirmed.findIndex((own) => keyOf(asReceived(own)) === keyOf(message));
    if (at >= 0) unconfirmed.splice(at, 1);
  }

  function transmit(message: ClientMessage): void {
    socket?.send(JSON.stringify(message));
  }

  return { connect, change, mention };
}

/** An own change as the service will confirm it. */
function asReceived(change: Change): Confirmed {
  return change.type === 'put' ? change : { type: 'removed', ids: change.ids };
}

const keyOf = (change: Confirmed): string =>
  change.type === 'put' ? `put ${change.item.id}` : `removed ${change.ids.join()}`;

/**
 * One message, or an array of those that came within a frame. The service that sent this page speaks, in the same version: a
 * known form is enough to trust the rest.
 */
function readServerMessages(data: unknown): readonly ServerMessage[] {
  if (typeof data !== 'string') return [];
  const said: unknown = JSON.parse(data);
  return [said].flat().filter((value): value is ServerMessage => {
    return typeof value === 'object' && value !== null && 'type' in value;
  });
}
