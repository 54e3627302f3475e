import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import { createServiceApi, type ServiceApi } from '../../../main/service/api.ts';
import type { ClientOptions } from '../../../main/service/http.ts';
import { signInOf, type ProxyCredentials, type SignIn } from '../../../main/service/routes.ts';
import { createTransport, type TransportOptions } from '../../../main/service/transport.ts';
import { createLog } from '../../../main/lib/log/log.ts';
import { ok, type Result } from '../../../preload/contract/failure.ts';
import { keyOf } from '../../support/key-of.ts';
import { readHere } from '../../support/read-here.ts';

/** An API key that no regular expression for keys matches. Its encoded forms are all different. */
export const KEY = 'K3y/with+odd=signs~and"quotes';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface TestServer {
  readonly origin: string;
  readonly seen: Seen[];
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

type Answer = (response: http.ServerResponse, request: Seen, count: number) => void;

/** Starts a fake service. `answer` gets the number of earlier requests as its parameter `count`. */
export async function startServer(answer: Answer, certificate?: https.ServerOptions): Promise<TestServer> {
  const seen: Seen[] = [];
  const handle: http.RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const whole = { method, url, headers, body: Buffer.concat(chunks).toString() };
      seen.push(whole);
      answer(response, whole, seen.length - 1);
    });
  };
  if (certificate === undefined) return { ...(await listen(http.createServer(handle))), seen };
  const listening = await listen(https.createServer(certificate, handle));
  const origin = listening.origin.replace('http://127.0.0.1', 'https://localhost');
  return { ...listening, origin, seen };
}

export const startSecureServer = (
  certificate: https.ServerOptions,
  answer: Answer = (response) => response.end('[]'),
): Promise<TestServer> => startServer(answer, certificate);

export async function listen(server: net.Server): Promise<Omit<TestServer, 'seen'>> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

export type TestClient = ReturnType<typeof clientFor>;

export function clientFor(
  origin: string,
  options: Partial<ClientOptions> = {},
  transportOptions: TransportOptions = {},
) {
  const key = keyOf(KEY);
  const lines: string[] = [];
  const signIns = new Map<string, SignIn>();
  const transport = createTransport({ signIns, ...transportOptions });
  const api = createServiceApi({
    addresses: { paperApi: origin, boardApi: origin, appUrl: origin },
    authority: {
      whyNot: () => null,
      key: () => Promise.resolve(ok({ key, origins: [new URL(origin).origin] })),
    },
    transport,
    log: createLog((line) => lines.push(line)),
    reader: readHere(),
    random: () => 0,
    hasNetwork: () => true,
    ...options,
  });
  const signIn = (proxy: string, typed: ProxyCredentials): void => void signIns.set(proxy, signInOf(typed));
  return { api, transport, signIn, lines, close: () => transport.close() };
}

export function json(response: http.ServerResponse, value: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/** API methods that send the API key, except `mintInvite`, which sends the same request as `mintToken`. */
export type ApiCall = Exclude<keyof ServiceApi, 'checkApp' | 'checkPaperApi' | 'mintInvite'>;

export const CALLS: Readonly<Record<ApiCall, (api: ServiceApi) => Promise<Result<unknown>>>> = {
  listBoards: (api) => api.listBoards({ limit: 2, offset: 0 }),
  fetchBoards: (api) => api.fetchBoards({ limit: 3, offset: 0 }),
  viewBoard: (api) => api.viewBoard('board-1'),
  createBoard: (api) => api.createBoard(),
  deleteBoard: (api) => api.deleteBoard('board-1'),
  createPaper: (api) => api.createPaper({ name: 'Class', templateId: 'template-1' }),
  deletePaper: (api) => api.deletePaper('paper-1'),
  mintToken: (api) => api.mintToken('paper-1', 'Ann'),
};

export const CALL_NAMES = Object.keys(CALLS) as ApiCall[];

export function codeOf(result: { readonly ok: boolean; readonly error?: { readonly code: string } }): string {
  return result.ok ? 'ok' : (result.error?.code ?? '');
}

export async function codesOf({ api }: TestClient): Promise<Record<string, string>> {
  const all = CALL_NAMES.map(async (name) => [name, codeOf(await CALLS[name](api))] as const);
  return Object.fromEntries(await Promise.all(all));
}

const CHANGES: readonly ApiCall[] = ['createBoard', 'createPaper', 'deleteBoard', 'deletePaper', 'mintToken'];

export function lostAs(code: string): Record<string, string> {
  const names = CALL_NAMES.map((name) => [name, CHANGES.includes(name) ? 'outcome-unknown' : code]);
  return Object.fromEntries(names) as Record<string, string>;
}

export function allAs(code: string): Record<string, string> {
  return Object.fromEntries(CALL_NAMES.map((name) => [name, code]));
}

export function opened() {
  const closing: (() => Promise<void>)[] = [];
  function keep<T extends { readonly close: () => Promise<void> }>(thing: T): T {
    closing.push(thing.close);
    return thing;
  }
  return {
    keep,
    client: (...options: Parameters<typeof clientFor>) => keep(clientFor(...options)),
    server: async (answer: Answer) => keep(await startServer(answer)),
    secureServer: async (...options: Parameters<typeof startSecureServer>) =>
      keep(await startSecureServer(...options)),
    rawServer: async (connected: (socket: Socket) => void) => keep(await listen(net.createServer(connected))),
    closeAll: async () => {
      for (const close of closing.splice(0)) await close();
    },
  };
}
