/** Reads the organisation's policy file. Rejects a file that users other than administrators may have written. */
import { execFile } from 'node:child_process';
import { constants, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import type { Env } from '../../lib/env.ts';
import { codeOf, readUpTo } from '../../lib/files/read-text.ts';
import { runPowerShell } from '../../lib/powershell.ts';
import { parseStrictJson } from '../../lib/files/strict-json.ts';
import { readRules, type PolicyReading } from './policy.ts';

type PolicyEnv = Pick<Env, 'platform' | 'isPackaged' | 'policyFile'>;

/** Reads the policy from the first existing file. Returns `broken` for an untrusted or invalid file. Never rejects. */
export async function readPolicy(
  env: PolicyEnv,
  places: readonly PolicyPlace[] = placesOf(env),
  plutil = PLUTIL,
  ownersOf = (file: string): Promise<string> => runPowerShell(OWNERS, file, OWNERS_MS),
): Promise<PolicyReading> {
  for (const place of places) {
    const source = place.file;
    const file = await readTrusted(place, ownersOf);
    if (file === null) continue;
    const json = file.ok && source.endsWith('.plist') ? await jsonOfPlist(file.value, plutil) : file;
    const content = json.ok ? parse(json.value) : json;
    const read = content.ok ? readRules(content.value) : content;
    return read.ok
      ? { kind: 'active', source, policy: read.value }
      : { kind: 'broken', source, problem: read.error };
  }
  return { kind: 'none' };
}

/** Decodes and parses the policy file. Keeps a byte order mark, so that the parser reports it. */
function parse(bytes: Uint8Array): Result<unknown, string> {
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return fail('The file is not UTF-8 text. Save it as UTF-8.');
  }
}

/** Tool of macOS that converts property lists (XML and binary) to JSON. It rejects dates and binary data. */
const PLUTIL = '/usr/bin/plutil';
const PLUTIL_TIMEOUT_MS = 10_000;

/** Converts a property list to JSON. Uses the checked bytes, because the file may have changed. Not tested on macOS. */
async function jsonOfPlist(plist: Uint8Array, plutil: string): Promise<Result<Uint8Array, string>> {
  const options = { encoding: 'buffer', env: {}, timeout: PLUTIL_TIMEOUT_MS } as const;
  const converting = promisify(execFile)(plutil, ['-convert', 'json', '-o', '-', '-'], options);
  // Ignores a write error, which occurs if `plutil` exited early. The exit code of `plutil` then reports the problem.
  converting.child.stdin?.on('error', () => undefined).end(plist);
  try {
    return ok((await converting).stdout);
  } catch {
    return fail(
      'The file is not a property list that Easel can read. It may be damaged, or contain a date or binary data.',
    );
  }
}

export interface PolicyPlace {
  readonly file: string;
  /** User ids that may own the policy file and its folder. Null on Windows, where Node reports no owner. */
  readonly owners: readonly number[] | null;
  /** True if only Easel uses this folder. Easel rejects such a folder if non-administrators can write to it. */
  readonly ownFolder: boolean;
}

const ROOT_UID = 0;

/** The `appId` of electron-builder.yml. macOS names preference files after this id. */
const BUNDLE_ID = 'example.easel.Easel';

const ETC: PolicyPlace = { file: '/etc/easel/policy.json', owners: [ROOT_UID], ownFolder: true };

/** Possible paths of the policy file, most important first. Environment variables don't influence these paths. */
export function placesOf(env: PolicyEnv, ownUid = process.getuid?.()): readonly PolicyPlace[] {
  if (env.policyFile !== null) {
    // In development the user may own the policy file, because the same user can change Easel's source anyway.
    const owners = ownUid === undefined ? null : [ROOT_UID, ownUid];
    return [{ file: env.policyFile, owners, ownFolder: true }];
  }
  if (env.platform === 'win32') {
    const file = path.win32.join('C:\\ProgramData', 'Easel', 'policy.json');
    return [{ file, owners: null, ownFolder: true }];
  }
  if (env.platform === 'linux') return [ETC];
  // Ignores the permissions of this folder, because macOS stores the managed preferences of all apps in it.
  const file = `/Library/Managed Preferences/${BUNDLE_ID}.plist`;
  return [{ file, owners: [ROOT_UID], ownFolder: false }, ETC];
}

/** Largest policy file in bytes: three times the size of a policy with every rule and hundreds of hosts. */
const MOST_BYTES = 64 * 1024;

const WRITABLE_BY_OTHERS = 0o022;
/** File mode bit for "owner may write". On Windows, Node clears this bit for files with the read-only attribute. */
const OWNER_MAY_WRITE = 0o200;

/** Returns the policy file's bytes, or a sentence why it is not trusted. Null without a file. Never rejects. */
async function readTrusted(
  place: PolicyPlace,
  ownersOf: OwnersOf,
): Promise<Result<Uint8Array, string> | null> {
  try {
    const folder = await statsOf(path.dirname(place.file));
    if (folder === null) return null;
    const folderProblem = whyNotFolder(folder, place);
    // Rejects the folder even without a policy file, because users who can write to it may have deleted the file.
    if (folderProblem !== null && place.ownFolder) return fail(folderProblem);
    const file = await statsOf(place.file);
    if (file === null) return null;
    // Checks the file's type before opening the file, because opening a device or pipe may block.
    const problem = folderProblem ?? whyNotFile(file, place) ?? (await whyNotOnWindows(place, ownersOf));
    return problem === null ? await readOpened(place) : fail(problem);
  } catch (error) {
    return fail(whyUnreadable(error));
  }
}

async function readOpened(place: PolicyPlace): Promise<Result<Uint8Array, string>> {
  // O_NONBLOCK prevents blocking on a pipe. On Windows O_NONBLOCK and O_NOFOLLOW are undefined and have no effect.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(place.file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    // Checks the opened file again, because the file at this path may have been replaced after the first check.
    const problem = whyNotFile(await handle.stat(), place);
    if (problem !== null) return fail(problem);
    const bytes = await readUpTo(handle, MOST_BYTES + 1);
    return bytes.length > MOST_BYTES ? fail(TOO_LARGE) : ok(bytes);
  } finally {
    await handle.close();
  }
}

async function statsOf(file: string): Promise<Stats | null> {
  try {
    return await lstat(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

const TOO_LARGE = 'The file is larger than 64 KiB. Remove everything except the rules.';

function whyNotFolder(stats: Stats, { file, owners }: PolicyPlace): string | null {
  if (stats.isSymbolicLink())
    return 'The policy file’s folder is a link. Replace the link with a real folder.';
  if (!stats.isDirectory()) return 'The policy file’s folder is a file. Replace it with a folder.';
  return owners === null ? null : whyNotAdminOnly(stats, owners, `the folder ${path.dirname(file)}`);
}

function whyNotFile(stats: Stats, { owners }: PolicyPlace): string | null {
  if (stats.isSymbolicLink()) return 'The policy file is a link. Replace the link with the file itself.';
  if (!stats.isFile()) return 'The policy file is a folder or a special file. Replace it with a normal file.';
  if (stats.size > MOST_BYTES) return TOO_LARGE;
  if (owners === null) {
    if ((stats.mode & OWNER_MAY_WRITE) !== 0) return null;
    return 'The policy file has the read-only attribute, which hides who can change the file. Clear the attribute.';
  }
  return whyNotAdminOnly(stats, owners, 'the policy file');
}

/** Returns why non-administrators can write to a file, or null. Linux reports ACLs as group permissions. */
function whyNotAdminOnly({ uid, mode }: Stats, owners: readonly number[], what: string): string | null {
  if (!owners.includes(uid)) return `The user root doesn’t own ${what}. Run chown root on it.`;
  if ((mode & WRITABLE_BY_OTHERS) === 0) return null;
  return `Users other than root can write to ${what}. Run chmod go-w on it.`;
}

type OwnersOf = (file: string) => Promise<string>;

/** Time limit in ms for reading the owners. Short, because Easel's start waits for the policy. */
const OWNERS_MS = 30_000;
/** PowerShell script that prints the access rights of a file and its folder, one per line, in SDDL. */
const OWNERS = '(Get-Acl -LiteralPath $env:EASEL_FILE, (Split-Path -LiteralPath $env:EASEL_FILE)).Sddl';
/** Matches two SDDL lines with the owner Administrators (BA) or SYSTEM (SY). */
const ADMINS = /^O:(?:BA|SY)G:.*\r?\nO:(?:BA|SY)G:.*$/u;

/** Opens the file to find out whether this user can write to it, because Node reports no owner on Windows. */
async function whyNotOnWindows({ file, owners }: PolicyPlace, ownersOf: OwnersOf): Promise<string | null> {
  if (owners !== null) return null;
  try {
    await (await open(file, 'r+')).close();
  } catch (error) {
    if (!['EPERM', 'EACCES'].includes(codeOf(error))) throw error;
    if (ADMINS.test(await ownersOf(file).catch(() => ''))) return null;
    return 'Easel can’t confirm that Administrators or SYSTEM own the policy file and its folder. Set the owner of both (icacls /setowner), and allow Easel to run PowerShell.';
  }
  return 'The user who runs Easel can change the file. Allow only administrators to write to it, and run Easel without administrator rights.';
}

function whyUnreadable(error: unknown): string {
  const code = codeOf(error);
  if (code === 'EACCES' || code === 'EPERM') {
    return 'Easel doesn’t have permission to read the policy file. Allow all users to read the file and enter its folder (chmod go+rX).';
  }
  return `The policy file can’t be read (${code === '' ? 'unknown error' : code}). Check the file and the disk.`;
}
