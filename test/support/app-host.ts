/** An app host of one's own: it answers rooms as it is told, can be taken down, and remembers who came. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (response: ServerResponse) => void;

export interface AppHost {
  readonly origin: string;
  /** Paths that were asked for so far, without their queries: those hold tokens. */
  readonly paths: readonly string[];
  readonly tokens: readonly string[];
  readonly answerWith: (answer: Answer) => void;
  readonly takeDown: () => Promise<void>;
  readonly bringUp: () => Promise<void>;
}

export const page: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<!doctype html><title>Room</title><p>A room</p>');
};

export const status =
  (code: number): Answer =>
  (response) => {
    response.writeHead(code, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>No</title>');
  };

export const silence: Answer = () => undefined;

/** Starts a host on loopback that answers with `page`. */
export async function startAppHost(): Promise<AppHost> {
  const paths: string[] = [];
  const tokens: string[] = [];
  let answer = page;
  let server: Server | null = null;

  const listen = async (port: number): Promise<number> => {
    const made = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://host');
      paths.push(url.pathname);
      const token = url.searchParams.get('token');
      if (token !== null) tokens.push(token);
      answer(response);
    });
    await new Promise<void>((resolve, reject) => {
      made.once('error', reject);
      made.listen(port, '127.0.0.1', resolve);
    });
    server = made;
    return (made.address() as AddressInfo).port;
  };
  const takeDown = async (): Promise<void> => {
    const running = server;
    server = null;
    if (running === null) return;
    running.closeAllConnections();
    await new Promise((resolve) => running.close(resolve));
  };

  const port = await listen(0);
  return {
    origin: `http://127.0.0.1:${port}`,
    paths,
    tokens,
    answerWith: (next) => {
      answer = next;
    },
    takeDown,
    bringUp: async () => void (await listen(port)),
  };
}
