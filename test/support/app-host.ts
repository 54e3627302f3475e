/** Fake of the server that hosts the room pages. A test chooses its responses. */
import type { ServerResponse } from 'node:http';
import { startHost, type Host } from './host.ts';

export type Answer = (response: ServerResponse) => void;

export interface AppHost extends Host {
  /** Paths of all requests. Query strings are omitted, because they contain access tokens. */
  readonly paths: readonly string[];
  readonly tokens: readonly string[];
  readonly answerWith: (answer: Answer) => void;
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

export async function startAppHost(): Promise<AppHost> {
  const paths: string[] = [];
  const tokens: string[] = [];
  let answer = page;
  const host = await startHost((request, response) => {
    const url = new URL(request.url ?? '/', 'http://host');
    paths.push(url.pathname);
    const token = url.searchParams.get('token');
    if (token !== null) tokens.push(token);
    answer(response);
  });
  const answerWith = (next: Answer): void => void (answer = next);
  return { ...host, paths, tokens, answerWith };
}
