/** Access tokens: minted for one person and one room, used at once, never kept. */
import type { RoomTarget } from '../../preload/contract/call.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import type { AccessToken, ServiceApi } from '../service/api.ts';
import { cleanLine } from '../wording/clean.ts';
import { failure, wrongFields } from '../wording/failure.ts';
import { shortened } from '../wording/format.ts';

/** The longest display name that Easel sends; the service's own limit is not shown. */
export const LONGEST_DISPLAY_NAME = 80;

/** A name as a room shows it: where it is longer than what Easel sends, its beginning. */
export function shortDisplayName(name: string): string {
  return shortened(name, LONGEST_DISPLAY_NAME);
}

export interface Room {
  /** The address with its token: a secret. */
  readonly address: string;
  /** Empty for none. */
  readonly displayName: string;
  readonly expiresAt: number | null;
}

/** `{app_url}/room/{identifier}?token=<ACCESS_TOKEN>`, as the service documents it. */
export function roomAddress(appUrl: string, id: string, token: AccessToken): string {
  return `${appUrl}/room/${encodeURIComponent(id)}?token=${encodeURIComponent(token.token)}`;
}

/**
 * Mints a token for `displayName`, or for nobody by name where it is blank, and gives the room's address.
 *
 * For a board the service may have no such room: every answer of 4xx but a refused key is then `no-preview`.
 */
export async function mintRoom(
  api: Pick<ServiceApi, 'mintToken'>,
  appUrl: string,
  target: RoomTarget,
  displayName: string,
  beforeSending?: AbortSignal,
): Promise<Result<Room>> {
  const name = cleanLine(displayName);
  if (name.length > LONGEST_DISPLAY_NAME)
    return fail(wrongFields({ displayName: `Use at most ${LONGEST_DISPLAY_NAME} characters.` }));
  const token = await api.mintToken(target.id, name === '' ? null : name, undefined, beforeSending);
  if (!token.ok) return fail(target.kind === 'board' ? withoutPreview(token.error) : token.error);
  return ok({
    address: roomAddress(appUrl, target.id, token.value),
    displayName: name,
    expiresAt: token.value.expiresAt,
  });
}

/** 401, 402, 403 and 429 say nothing about the board: they stay what they are. */
function withoutPreview(error: Failure): Failure {
  const isRefusal = error.code === 'not-found' || error.code === 'already-gone' || error.code === 'refused';
  return isRefusal ? failure('no-preview', { from: error }) : error;
}
