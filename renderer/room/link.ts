import type { ClientMessage, ServerMessage } from '../../preload/contract/practice-room.ts';

export type Link = ReturnType<typeof createLink>;

/** Opens the room's WebSocket. Drops sent messages until the socket is open. Calls `lost` when the socket closes. */
export function createLink(
  address: string,
  token: string,
  received: (message: ServerMessage) => void,
  lost: () => void,
) {
  const socket = new WebSocket(address);
  const send = (message: ClientMessage): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  socket.addEventListener('open', () => send({ type: 'hello', token }));
  // Messages need no validation, because they come from the server that sent this page.
  socket.addEventListener('message', ({ data }: MessageEvent<string>) =>
    [JSON.parse(data) as ServerMessage | readonly ServerMessage[]].flat().forEach(received),
  );
  socket.addEventListener('close', lost);
  return { send };
}
