/** Creates access tokens, which Easel never stores. A token admits one person to the room of one paper or board. */
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import type { AccessToken, ServiceApi } from '../../service/api.ts';
import { cleanLine } from '../../lib/wording/clean.ts';
import { wrongFields } from '../../lib/wording/failure.ts';

export const LONGEST_DISPLAY_NAME = 80;

export interface Room extends Omit<AccessToken, 'token'> {
  /** Web address of the room. Secret, because it contains the access token. */
  readonly address: string;
  readonly displayName: string;
}

export function roomAddress(appUrl: string, id: string, token: AccessToken): string {
  return `${appUrl}/room/${encodeURIComponent(id)}?token=${encodeURIComponent(token.token)}`;
}

/** Requests an access token for the person `displayName` (may be empty). Returns the room's address with the token. */
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
