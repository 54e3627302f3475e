import http from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import type { About } from '../../../main/practice/run.ts';
import type { ClientMessage, ServerMessage } from '../../../preload/contract/practice-room.ts';

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
}

export interface CallOptions {
  readonly body?: unknown;
  /** API key of the request. If null, the request has no Authorization header. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function call(
  service: Pick<About, 'origin' | 'apiKey'>,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer> {
  const key = options.key === undefined ? service.apiKey : options.key;
  const content = options.body === undefined ? undefined : JSON.stringify(options.body);
  const headers = {
    Accept: 'application/json',
    ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
    ...(content === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...options.headers,
  };
  const request = http.request(service.origin + path, { method, headers, agent: false });
  request.end(content);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const body = await text(response);
  return { status: response.statusCode ?? 0, headers: response.headers, text: body, json: parse(body) };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export function field(answer: Answer, name: string): unknown {
  return (answer.json as Readonly<Record<string, unknown>> | undefined)?.[name];
}

export async function token(
  service: Pick<About, 'origin' | 'apiKey'>,
  paper: string,
  name: string,
): Promise<string> {
  return (await call(service, 'POST', `/api/access-token/${paper}`, { body: { name } })).text;
}

type Message<T extends ServerMessage['type']> = Extract<ServerMessage, { readonly type: T }>;

export class Guest {
  readonly #socket: WebSocket;
  readonly #inbox: ServerMessage[] = [];
  #wake: () => void = () => undefined;

  constructor(service: Pick<About, 'origin' | 'apiKey'>, paper: string) {
    this.#socket = new WebSocket(`${service.origin.replace('http', 'ws')}/room/${paper}/live`);
    this.#socket.on('message', (data) => {
      const messages = JSON.parse((data as Buffer).toString()) as ServerMessage | readonly ServerMessage[];
      this.#inbox.push(...[messages].flat());
      this.#wake();
    });
  }

  static async join(service: Pick<About, 'origin' | 'apiKey'>, paper: string, name: string): Promise<Guest> {
    const guest = await Guest.present(service, paper, await token(service, paper, name));
    await guest.next('welcome', false);
    return guest;
  }

  static async present(
    service: Pick<About, 'origin' | 'apiKey'>,
    paper: string,
    presented: string,
  ): Promise<Guest> {
    const guest = new Guest(service, paper);
    await guest.opened();
    guest.send({ type: 'hello', token: presented });
    return guest;
  }

  async opened(): Promise<void> {
    await once(this.#socket, 'open');
  }

  async closed(): Promise<void> {
    if (this.#socket.readyState !== WebSocket.CLOSED) await once(this.#socket, 'close');
  }

  send(message: ClientMessage): void {
    this.#socket.send(JSON.stringify(message));
  }

  async next<T extends ServerMessage['type']>(type: T, take = true): Promise<Message<T>> {
    for (;;) {
      const at = this.#inbox.findIndex((message) => message.type === type);
      const found = this.#inbox[at];
      if (found) {
        if (take) this.#inbox.splice(at, 1);
        return found as Message<T>;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
  }

  stopListening(): void {
    this.#socket.removeAllListeners('message');
  }

  async leave(): Promise<void> {
    this.#socket.close();
    await this.closed();
  }
}
