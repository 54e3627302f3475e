/** Access tokens: minted for one person and one room, used at once, never kept. */
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import type { AccessToken, ServiceApi } from '../../service/api.ts';
import { cleanLine } from '../../lib/wording/clean.ts';
import { wrongFields } from '../../lib/wording/failure.ts';
import { shortened } from '../../lib/wording/format.ts';

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

/** Mints a token for `displayName`, or for nobody by name where it is blank, and gives the room's address. */
export async function mintRoom(
  api: Pick<ServiceApi, 'mintToken'>,
  appUrl: string,
  id: string,
  displayName: string,
  beforeSending?: AbortSignal,
): Promise<Result<Room>> {
  const name = cleanLine(displayName);
  if (name.length > LONGEST_DISPLAY_NAME)
    return fail(wrongFields({ displayName: `Use at most ${LONGEST_DISPLAY_NAME} characters.` }));
  const token = await api.mintToken(id, name === '' ? null : name, undefined, beforeSending);
  if (!token.ok) return token;
  return ok({
    address: roomAddress(appUrl, id, token.value),
    displayName: name,
    expiresAt: token.value.expiresAt,
  });
}
