import type { Change, ClientMessage, ServerMessage } from '../../preload/contract/practice-room.ts';

const RETRY_MS = 1000;

export type Link = ReturnType<typeof createLink>;

/** Opens the room's WebSocket, and reconnects after a loss. Sends changes made meanwhile after the reconnect. */
export function createLink(
  address: string,
  token: string,
  received: (message: ServerMessage) => void,
  lost: () => void,
) {
  let socket: WebSocket | undefined;
  const waiting = new Map<string, Change>();
  let isOpen = false;
  let isRefused = false;

  function connect(): void {
    socket = new WebSocket(address);
    socket.addEventListener('open', () => transmit({ type: 'hello', token }));
    // Messages need no validation, because they come from the server that sent this page.
    socket.addEventListener('message', ({ data }: MessageEvent<string>) =>
      [JSON.parse(data) as ServerMessage | readonly ServerMessage[]].flat().forEach(receive),
    );
    socket.addEventListener('close', () => {
      isOpen = false;
      if (isRefused) return;
      lost();
      setTimeout(connect, RETRY_MS);
    });
  }

  function receive(message: ServerMessage): void {
    isRefused ||= message.type === 'refused';
    received(message);
    if (message.type !== 'welcome') return;
    isOpen = true;
    for (const change of waiting.values()) {
      received(change);
      transmit(change);
    }
    waiting.clear();
  }

  function transmit(message: ClientMessage): void {
    socket?.send(JSON.stringify(message));
  }

  function send(message: ClientMessage): void {
    if (isOpen) transmit(message);
    else if (message.type === 'put') waiting.set(message.item.id, message);
    else if (message.type === 'remove') waiting.set(message.id, message);
  }

  return { connect, send };
}
