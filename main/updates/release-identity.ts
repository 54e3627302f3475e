/**
 * Whom a build takes releases from. It stands in the sources, so that every change of it is reviewed; a release is not built
 * without it (test/packaging/release-keys.ts). How a key or a publisher is changed stands in SECURITY.md.
 */
import type { Env } from '../env.ts';

export interface ReleaseIdentity {
  /** Public Ed25519 keys, 32 bytes in base64: the current one, and the next one. None: nothing is believed. */
  readonly keys: readonly string[];
  readonly publisher: string;
  readonly channel: string;
}

/** Of the packaged Easel. Before the first release its two public keys are put in here. */
export const RELEASE_IDENTITY: ReleaseIdentity = {
  keys: [],
  publisher: 'The Easel maintainers',
  channel: 'stable',
};

/**
 * The whole subject of the certificate that an installer for Windows is signed with, as Windows prints it; two while one
 * takes over from the other. None: no installer is started.
 */
export const WINDOWS_PUBLISHERS: readonly string[] = [];

/** What an Easel that runs from its sources believes is the key that a developer names, or nothing. */
export function identityOf({
  isPackaged,
  updateKey,
}: Pick<Env, 'isPackaged' | 'updateKey'>): ReleaseIdentity {
  if (isPackaged) return RELEASE_IDENTITY;
  return { ...RELEASE_IDENTITY, keys: updateKey === null ? [] : [updateKey] };
}
