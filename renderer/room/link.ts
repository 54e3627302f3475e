import type { ClientMessage, ServerMessage } from '../../preload/contract/practice-room.ts';

const RETRY_MS = 1000;

export type Link = ReturnType<typeof createLink>;

/** Opens the room's WebSocket to the service, sends the token first, and reconnects after a loss. */
export function createLink(
  address: string,
  token: string,
  received: (message: ServerMessage) => void,
  lost: () => void,
) {
  let socket: WebSocket | undefined;
  let isOpen = false;
  let isRefused = false;

  function connect(): void {
    socket = new WebSocket(address);
    socket.addEventListener('open', () => transmit({ type: 'hello', token }));
    // Messages from the service are not validated, because the same version of the service also serves this page.
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
    isOpen ||= message.type === 'welcome';
  }

  function transmit(message: ClientMessage): void {
    socket?.send(JSON.stringify(message));
  }

  function send(message: ClientMessage): void {
    if (isOpen) transmit(message);
  }

  return { connect, send };
}
