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

/**
 * The connection to the service. It presents the token in its first message, reconnects, and repeats changes
 * that the service did not confirm: what was drawn while offline arrives.
 */
export class Link {
  readonly #address: string;
  readonly #token: string;
  readonly #events: LinkEvents;
  #socket: WebSocket | undefined;
  #unconfirmed: Change[] = [];
  #wait = FIRST_WAIT;
  #open = false;
  #over = false;

  constructor(address: string, token: string, events: LinkEvents) {
    this.#address = address;
    this.#token = token;
    this.#events = events;
  }

  connect(): void {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.addEventListener('open', () => this.#transmit({ type: 'hello', token: this.#token }));
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => this.#receive(data));
    socket.addEventListener('close', () => {
      this.#open = false;
      if (this.#over) return;
      this.#events.lost();
      setTimeout(() => this.connect(), this.#wait);
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    });
  }

  /** Sends a change of the paper, now or after reconnecting. */
  change(message: Change): void {
    this.#unconfirmed.push(message);
    if (this.#open) this.#transmit(message);
  }

  /** Sends something that is worthless later. */
  mention(message: Exclude<ClientMessage, Change>): void {
    if (this.#open) this.#transmit(message);
  }

  #receive(data: unknown): void {
    const message = readServerMessage(data);
    if (!message) return;
    if (message.type === 'refused') {
      this.#over = true;
      this.#events.refused(message.reason);
      return;
    }
    if (message.type === 'put' || message.type === 'removed') this.#confirm(message);
    this.#events.received(message);
    if (message.type !== 'welcome') return;
    this.#open = true;
    this.#wait = FIRST_WAIT;
    for (const change of this.#unconfirmed) {
      this.#events.received(asReceived(change));
      this.#transmit(change);
    }
  }

  #confirm(message: Confirmed): void {
    const at = this.#unconfirmed.findIndex((change) => keyOf(asReceived(change)) === keyOf(message));
    if (at >= 0) this.#unconfirmed.splice(at, 1);
  }

  #transmit(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }
}

/** An own change as the service will confirm it. */
function asReceived(change: Change): Confirmed {
  return change.type === 'put' ? change : { type: 'removed', ids: change.ids };
}

const keyOf = (change: Confirmed): string =>
  change.type === 'put' ? `put ${change.item.id}` : `removed ${change.ids.join()}`;

/** The service that sent this page speaks, in the same version: a known form is enough to trust the rest. */
function readServerMessage(data: unknown): ServerMessage | undefined {
  if (typeof data !== 'string') return undefined;
  const value: unknown = JSON.parse(data);
  return typeof value === 'object' && value !== null && 'type' in value
    ? (value as ServerMessage)
    : undefined;
}
