/** Creates access tokens, which are never stored. A token admits one person to one room (page of a board or paper). */
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import type { AccessToken, ServiceApi } from '../../service/api.ts';
import { cleanLine } from '../../lib/wording/clean.ts';
import { wrongFields } from '../../lib/wording/failure.ts';

export const LONGEST_DISPLAY_NAME = 80;

export interface Room extends Omit<AccessToken, 'token'> {
  /** Web address of the room. A secret, because it contains the access token. */
  readonly address: string;
  readonly displayName: string;
}

export function roomAddress(appUrl: string, id: string, token: AccessToken): string {
  return `${appUrl}/room/${encodeURIComponent(id)}?token=${encodeURIComponent(token.token)}`;
}

/** Requests a token for the person `displayName` (may be empty). Returns the room's web address with the token. */
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
  const { token: _, ...expiry } = token.value;
  return ok({ address: roomAddress(appUrl, id, token.value), displayName: name, ...expiry });
}
