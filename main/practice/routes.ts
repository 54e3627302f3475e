import type { Endpoint } from './faults.ts';

interface Route {
  readonly endpoint: Endpoint;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** One group, the identifier, where the path has one. */
  readonly path: RegExp;
}

export type Match =
  | { readonly found: true; readonly endpoint: Endpoint; readonly id: string }
  /** Methods that the path does know; none for a path that nobody knows. */
  | { readonly found: false; readonly allowed: readonly string[] };

const ROUTES: readonly Route[] = [
  { endpoint: 'createPaper', method: 'POST', path: /^\/api\/paper$/ },
  { endpoint: 'deletePaper', method: 'DELETE', path: /^\/api\/paper\/([^/]+)$/ },
  { endpoint: 'accessToken', method: 'POST', path: /^\/api\/access-token\/([^/]+)$/ },
  { endpoint: 'room', method: 'GET', path: /^\/room\/([^/]+)$/ },
  { endpoint: 'createBoard', method: 'POST', path: /^\/api\/board$/ },
  { endpoint: 'listBoards', method: 'GET', path: /^\/api\/board$/ },
  { endpoint: 'viewBoard', method: 'GET', path: /^\/api\/board\/([^/]+)$/ },
  { endpoint: 'deleteBoard', method: 'DELETE', path: /^\/api\/board\/([^/]+)$/ },
];

const LIVE_ROOM = /^\/room\/([^/]+)\/live$/;

/** Finds the endpoint of a request. An identifier that is not valid percent-encoding is the empty one. */
export function matchRoute(method: string, pathname: string): Match {
  const allowed: string[] = [];
  for (const route of ROUTES) {
    const match = route.path.exec(pathname);
    if (!match) continue;
    if (route.method === method)
      return { found: true, endpoint: route.endpoint, id: decodeId(match[1] ?? '') };
    allowed.push(route.method);
  }
  return { found: false, allowed };
}

/** The identifier in the address of a room's WebSocket; undefined for any other address. */
export function matchLiveRoom(pathname: string): string | undefined {
  const match = LIVE_ROOM.exec(pathname);
  return match ? decodeId(match[1] ?? '') : undefined;
}

function decodeId(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
