/**
 * Reads the organisation's policy: where it may lie on this system, and only when nobody but its rightful owner can have
 * written it. Whatever stands at one of its places and can't be used closes Easel.
 */
import { execFile } from 'node:child_process';
import { constants, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { fail, ok, type Result } from '../../../preload/contract/failure.ts';
import type { Env } from '../../lib/env.ts';
import { codeOf, readUpTo } from '../../lib/files/read-text.ts';
import { parseStrictJson } from '../../lib/files/strict-json.ts';
import { readRules, type PolicyReading } from './policy.ts';

type PolicyEnv = Pick<Env, 'platform' | 'isPackaged' | 'policyFile'>;

/**
 * Reads the policy of this computer, once, from the highest of its places that has one; `places` and `plutil` are for tests.
 *
 * Never throws. A policy that can't be trusted or understood is `broken`, and no lower place is asked then: nobody
 * knows what it would have forbidden. Only where no place has a file there is no policy.
 */
export async function readPolicy(
  env: PolicyEnv,
  places: readonly PolicyPlace[] = placesOf(env),
  plutil = PLUTIL,
): Promise<PolicyReading> {
  for (const place of places) {
    const source = place.file;
    const file = await readTrusted(place);
    if (file === null) continue;
    const isPlist = place.format === 'plist';
    const json = file.ok && isPlist ? await jsonOfPlist(file.value, plutil) : file;
    const content = json.ok ? parse(json.value) : json;
    const read = content.ok ? readRules(content.value) : content;
    return read.ok
      ? { kind: 'active', source, policy: read.value }
      : { kind: 'broken', source, problem: read.error };
  }
  return { kind: 'none' };
}

/** A byte order mark is kept, to be named. */
function parse(bytes: Uint8Array): Result<unknown, string> {
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return fail('The file is not UTF-8 text. Save it as UTF-8.');
  }
}

/** The converter of macOS. It reads the XML and the binary form, and refuses dates and data, which JSON lacks. */
const PLUTIL = '/usr/bin/plutil';
const PLUTIL_TIMEOUT_MS = 10_000;

/** Converts the bytes that were checked, not the file, which may be another one by now. Not verified on a real macOS. */
async function jsonOfPlist(plist: Uint8Array, plutil: string): Promise<Result<Uint8Array, string>> {
  const options = { encoding: 'buffer', env: {}, timeout: PLUTIL_TIMEOUT_MS } as const;
  const converting = promisify(execFile)(plutil, ['-convert', 'json', '-o', '-', '-'], options);
  // A converter that ends before it has read everything gives its own error.
  converting.child.stdin?.on('error', () => undefined).end(plist);
  try {
    return ok((await converting).stdout);
  } catch {
    return fail(
      'The file is not a property list that Easel can read. It may be damaged, or hold a date or data.',
    );
  }
}

// Where it may lie.

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
export function placesOf(env: PolicyEnv, ownUid = process.getuid?.()): readonly PolicyPlace[] {
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

// Reading it.

/** 64 KiB: a policy with every rule and hundreds of hosts has room in a third of it. */
const MOST_BYTES = 64 * 1024;

const WRITABLE_BY_OTHERS = 0o022;
/** On Windows Node shows the read-only attribute of a file by this bit being clear. */
const OWNER_MAY_WRITE = 0o200;

/** What stands in the file at a place, or the sentence that says why it can't be trusted. */
type TrustedRead = Result<Uint8Array, string>;

/** Reads the file at a place; never throws. Null where there is none: only a missing file or folder counts as absent. */
async function readTrusted(place: PolicyPlace): Promise<TrustedRead | null> {
  try {
    const folder = await statsOf(path.dirname(place.file));
    if (folder === null) return null;
    const folderProblem = whyNotFolder(folder, place);
    // While others could put a file there or take it away, even none says nothing.
    if (folderProblem !== null && place.ownFolder) return fail(folderProblem);
    const file = await statsOf(place.file);
    if (file === null) return null;
    // Before it is opened: a device or a pipe may do anything then.
    const problem = folderProblem ?? whyNotFile(file, place) ?? (await whyOursToWrite(place));
    return problem === null ? await readOpened(place) : fail(problem);
  } catch (error) {
    return fail(whyUnreadable(error));
  }
}

async function readOpened(place: PolicyPlace): Promise<TrustedRead> {
  // With O_NONBLOCK a pipe put there meanwhile does not hold up the start. Windows has neither flag: none is added there.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(place.file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    // Checks again what was opened: the path may lead to another file by now.
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

const TOO_LARGE = 'The file is larger than 64 KiB. Remove everything but the rules.';

function whyNotFolder(stats: Stats, { owners }: PolicyPlace): string | null {
  if (stats.isSymbolicLink()) return 'Its folder is a link. Replace it with a real folder.';
  if (!stats.isDirectory()) return 'Its folder is not a folder. Replace it with one.';
  return owners === null ? null : whyNotRoots(stats, owners, 'its folder');
}

function whyNotFile(stats: Stats, { owners }: PolicyPlace): string | null {
  if (stats.isSymbolicLink()) return 'It is a link. Replace it with the file itself.';
  if (!stats.isFile()) return 'It is not a file. Replace it with one.';
  if (stats.size > MOST_BYTES) return TOO_LARGE;
  if (owners === null) {
    if ((stats.mode & OWNER_MAY_WRITE) !== 0) return null;
    return 'It has the read-only attribute, which hides who can change it. Clear the attribute.';
  }
  return whyNotRoots(stats, owners, 'the file');
}

/** An access-control list of Linux that lets another user write shows as the right of the group. */
function whyNotRoots({ uid, mode }: Stats, owners: readonly number[], what: string): string | null {
  if (!owners.includes(uid)) return `Root does not own ${what}. Make root the owner.`;
  if ((mode & WRITABLE_BY_OTHERS) === 0) return null;
  return `Users other than root can write to ${what}. Run chmod go-w on it.`;
}

/**
 * Windows: Node is told neither owner nor access list, but opening obeys the list. What this process may open for
 * writing, the person who runs it may change. Nothing is written.
 */
async function whyOursToWrite({ file, owners }: PolicyPlace): Promise<string | null> {
  if (owners !== null) return null;
  try {
    await (await open(file, 'r+')).close();
  } catch (error) {
    if (['EPERM', 'EACCES'].includes(codeOf(error))) return null;
    throw error;
  }
  return 'The user who runs Easel can change the file. Let only administrators write to it, and run Easel without administrator rights.';
}

function whyUnreadable(error: unknown): string {
  const code = codeOf(error);
  if (code === 'EACCES' || code === 'EPERM') {
    return 'Easel has no permission to read it. Let everyone read the file and enter its folder (chmod go+rX).';
  }
  return `It can’t be read (${code === '' ? 'unknown error' : code}). Check the file and the disk.`;
}
