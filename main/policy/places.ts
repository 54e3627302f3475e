/** Where a policy may lie on this system, and who may have written it. */
import path from 'node:path';
import type { Env } from '../env.ts';

export interface PolicyPlace {
  readonly file: string;
  readonly format: 'json' | 'plist';
  /** The user ids that the file and its folder may belong to; null on Windows, where Node is told no owner. */
  readonly owners: readonly number[] | null;
  /** The folder is for Easel's policy alone: one that others may write to is refused even while it is empty. */
  readonly ownFolder: boolean;
}

const ROOT_UID = 0;

/** As in electron-builder.yml (`appId`), by which macOS names the preferences of an app. */
const BUNDLE_ID = 'example.easel.Easel';

const ETC: PolicyPlace = {
  file: '/etc/easel/policy.json',
  format: 'json',
  owners: [ROOT_UID],
  ownFolder: true,
};

/**
 * The places of this system, highest first: the first one with a file decides alone.
 *
 * None of them hangs on an environment variable, which the person who starts Easel could set: so Windows' is not
 * `%ProgramData%` but what that stands for on every ordinary installation, and the registry
 * (`HKLM\Software\Policies\Easel`) is not read, as Node can't without starting a program.
 *
 * Not verified on a real macOS or Windows.
 */
export function placesOf(env: Env, ownUid = process.getuid?.()): readonly PolicyPlace[] {
  if (env.policyFile !== null) return [developerPlace(env.policyFile, ownUid)];
  if (env.platform === 'win32') {
    const file = path.win32.join('C:\\ProgramData', 'Easel', 'policy.json');
    return [{ file, format: 'json', owners: null, ownFolder: true }];
  }
  if (env.platform === 'linux') return [ETC];
  // The folder holds the preferences of all apps of the organisation, so an odd one is no word about Easel.
  const file = `/Library/Managed Preferences/${BUNDLE_ID}.plist`;
  return [{ file, format: 'plist', owners: [ROOT_UID], ownFolder: false }, ETC];
}

/**
 * The file named by EASEL_POLICY_FILE, which may belong to the person who runs Easel too: it is heard only where Easel
 * runs from its sources, and who starts that can change the sources as well.
 */
function developerPlace(file: string, ownUid: number | undefined): PolicyPlace {
  const format = file.endsWith('.plist') ? 'plist' : 'json';
  const owners = ownUid === undefined ? null : [ROOT_UID, ownUid];
  return { file, format, owners, ownFolder: true };
}
