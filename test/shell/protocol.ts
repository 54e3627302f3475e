/** Stand-in for Electron's `protocol.handle`. Converts the handlers' responses for Chromium. */
import { addScheme, fromAlias } from './alias.ts';

export type ProtocolHandler = (request: Request) => Response | Promise<Response>;

export type Fulfilment = {
  readonly responseCode: number;
  readonly responseHeaders: { name: string; value: string }[];
  readonly body: string;
};

export class Protocol {
  readonly #handlers = new Map<string, ProtocolHandler>();

  handle(scheme: string, handler: ProtocolHandler): void {
    if (this.#handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    addScheme(scheme);
    this.#handlers.set(scheme, handler);
  }

  async respond(request: Request): Promise<Response | undefined> {
    const handler = this.#handlers.get(new URL(request.url).protocol.slice(0, -1));
    return handler ? await handler(request) : undefined;
  }
}

export function registerSchemesAsPrivileged(customSchemes: readonly { readonly scheme: string }[]): void {
  for (const { scheme } of customSchemes) addScheme(scheme);
}

/** Allows frames in a content policy. A `<webview>` is an iframe here, so `frame-src` would block it. */
function allowFrames(policy: string): string {
  const kept = policy
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => directive !== '' && !/^(frame-src|child-src)\b/i.test(directive));
  return [...kept, 'frame-src http: https: data: blob:'].join('; ');
}

/** Response headers that block an iframe, but not a `<webview>` in Electron. */
const HEADERS_AGAINST_FRAMES = new Set(['cross-origin-embedder-policy', 'permissions-policy']);

function headersOf(response: Response, hostsWebviews: boolean): { name: string; value: string }[] {
  const headers: { name: string; value: string }[] = [];
  response.headers.forEach((value, name) => {
    if (name === 'content-length' || name === 'content-encoding') return;
    if (hostsWebviews && HEADERS_AGAINST_FRAMES.has(name)) return;
    const isPolicy = hostsWebviews && name === 'content-security-policy';
    headers.push({ name, value: isPolicy ? allowFrames(value) : value });
  });
  return headers;
}

export async function fulfilment(response: Response, hostsWebviews: boolean): Promise<Fulfilment> {
  return {
    responseCode: response.status,
    responseHeaders: headersOf(response, hostsWebviews),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  };
}

export function handlerRequest(paused: {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}): Request {
  const { method, headers } = paused;
  return new Request(fromAlias(paused.url), { method, headers });
}
