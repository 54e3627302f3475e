import { refusal, type Answer } from './answer.ts';
import type { Service } from './endpoints.ts';
import type { RoomFiles } from './room-files.ts';
import type { TokenRefusal } from './tokens.ts';

const STATUS: Readonly<Record<TokenRefusal, number>> = {
  missing: 401,
  invalid: 401,
  expired: 401,
  'other-paper': 403,
};

/**
 * The page of a room. It is the same page with every status: told by its socket why it can't join, it says so.
 * @param token from the address
 * @param origin the service's own
 */
export function answerRoom(
  service: Service,
  files: RoomFiles | undefined,
  id: string,
  token: string | undefined,
  origin: string,
): Answer {
  const verdict = service.tokens.verify(token, id, service.now());
  const known = service.state.room(id, service.boardPreviews) !== undefined;
  const status = !known ? 404 : verdict.ok ? 200 : STATUS[verdict.reason];
  if (!files) {
    const message = 'This service was started without the files of the room page.';
    return refusal(status === 200 ? 503 : status, message);
  }
  return {
    status,
    headers: { 'Content-Security-Policy': policy(origin) },
    content: { kind: 'bytes', bytes: Buffer.from(files.page), type: 'text/html; charset=utf-8' },
  };
}

/** A file of the room page; undefined when the page refers to none of this address. */
export function answerAsset(files: RoomFiles | undefined, pathname: string): Answer | undefined {
  const file = files?.assets.get(pathname);
  if (!file) return undefined;
  return { status: 200, content: { kind: 'bytes', bytes: Buffer.from(file.bytes), type: file.type } };
}

/** No frame-ancestors: a room is made to be embedded. */
function policy(origin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src ${origin.replace('http:', 'ws:')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
