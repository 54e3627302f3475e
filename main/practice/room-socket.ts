import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Service } from './endpoints.ts';
import { readClientMessage } from './room-messages.ts';
import { refuse, type Link, type Visit } from './rooms.ts';
import { matchLiveRoom } from './routes.ts';

/** How long a page may take to present its token, in milliseconds. */
const HELLO_TIME = 5_000;
const MESSAGE_BYTES = 1_048_576;

/** Accepts the WebSockets of room pages at /room/{id}/live. */
export class RoomSockets {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  readonly #service: Service;

  constructor(service: Service) {
    this.#service = service;
  }

  /**
   * Takes over a connection that asks for a WebSocket.
   * @param origin the service's own origin: a page of any other may not connect (programs send none, and may)
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, origin: string): void {
    const from = request.headers.origin;
    const id = matchLiveRoom(request.url ?? '');
    if (id === undefined || `http://${request.headers.host}` !== origin || (from && from !== origin)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#accept(webSocket, id));
  }

  #accept(socket: WebSocket, id: string): void {
    let visit: Visit | undefined;
    let name = '';
    const link: Link = {
      send: (message) => socket.send(JSON.stringify(message)),
      close: () => socket.close(),
    };
    const impatience = setTimeout(() => refuse(link, 'missing'), HELLO_TIME);
    socket.on('message', (data, isBinary) => {
      const text = data instanceof Buffer && !isBinary ? data.toString() : '';
      const message = readClientMessage(text, name);
      if (visit && message) return visit.receive(message);
      if (visit) return;
      clearTimeout(impatience);
      if (message?.type !== 'hello') return refuse(link, 'missing');
      const verdict = this.#service.tokens.verify(message.token, id, this.#service.now());
      const content = this.#service.state.room(id, this.#service.boardPreviews);
      if (!content) return refuse(link, verdict.ok ? 'deleted' : 'unknown');
      if (!verdict.ok) return refuse(link, verdict.reason);
      name = verdict.claims.name;
      visit = this.#service.rooms.join(content, name, link);
    });
    socket.on('close', () => {
      clearTimeout(impatience);
      visit?.leave();
    });
    // A broken connection also closes, and that is handled; without a listener it would end the worker.
    socket.on('error', () => undefined);
  }
}
