/** Invalid policy files on a real disk. For each file, `says` matches the problem that Easel must report. */
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** User and group id of the Linux user `nobody`. */
export const NOBODY = 65_534;

export interface BadFile {
  readonly name: string;
  readonly make: (file: string) => unknown;
  readonly says: RegExp;
  readonly needsRoot?: boolean;
  /** True if permissions must prevent the read. The test reads as user `nobody`, because root can read all files. */
  readonly asNobody?: boolean;
}

const GOOD = '{"version": 1, "readOnly": true}';
const folderOf = (file: string): string => path.dirname(file);

const of = (name: string, says: RegExp, make: BadFile['make'], more: Partial<BadFile> = {}): BadFile => ({
  name,
  says,
  make,
  ...more,
});
const holding = (name: string, says: RegExp, content: string | Uint8Array): BadFile =>
  of(name, says, (file) => writeFile(file, content));
const spoilt = (
  name: string,
  says: RegExp,
  spoil: (file: string) => unknown,
  more: Partial<BadFile> = {},
): BadFile => of(name, says, (file) => writeFile(file, GOOD).then(() => spoil(file)), more);

const NOT_JSON = /not valid JSON/u;
const NO_PERMISSION = /doesn’t have permission to read/u;
const WRITABLE_FILE = /can write to the policy file/u;
const WRITABLE_FOLDER = /can write to the folder \//u;

/** One policy file for each kind of error. The unit tests of read-policy and strict-json cover all their variants. */
export const BAD_FILES: readonly BadFile[] = [
  holding('an empty file', NOT_JSON, ''),
  holding('a file cut off in a rule', NOT_JSON, '{"version": 1, "readOn'),
  holding('UTF-16', /not UTF-8/u, Buffer.from(`\uFEFF${GOOD}`, 'utf16le')),
  holding('a file over 64 KiB', /64 KiB/u, `${GOOD}${' '.repeat(64 * 1024)}`),
  holding('another version', /“version”/u, '{"version": 2}'),
  holding('an unknown rule', /“alowDelete”/u, '{"version": 1, "alowDelete": false}'),
  holding('a rule twice', /“readOnly”.*twice/u, '{"version": 1, "readOnly": true, "readOnly": false}'),
  spoilt('a file of another person', /The user root doesn’t own/u, (file) => chown(file, NOBODY, NOBODY), {
    needsRoot: true,
  }),
  spoilt(
    'a folder of another person',
    /The user root doesn’t own the folder \//u,
    (file) => chown(folderOf(file), NOBODY, NOBODY),
    { needsRoot: true },
  ),
  spoilt('a file that its group can write to', WRITABLE_FILE, (file) => chmod(file, 0o664)),
  spoilt('a file that everyone can write to', WRITABLE_FILE, (file) => chmod(file, 0o646)),
  spoilt('a folder that its group can write to', WRITABLE_FOLDER, (file) => chmod(folderOf(file), 0o775)),
  spoilt(
    'a folder that everyone can write to, though each only to their own files',
    WRITABLE_FOLDER,
    (file) => chmod(folderOf(file), 0o1777),
  ),
  of('no file, in a folder that everyone can write to', WRITABLE_FOLDER, (file) =>
    chmod(folderOf(file), 0o777),
  ),
  of('a link to a good file', /is a link/u, (file) =>
    writeFile(`${file}.real`, GOOD).then(() => symlink(`${file}.real`, file)),
  ),
  of('a link to nothing', /is a link/u, (file) => symlink(`${file}.none`, file)),
  spoilt('a link in place of the folder', /folder is a link/u, async (file) => {
    await rename(folderOf(file), `${folderOf(file)}-real`);
    await symlink(`${folderOf(file)}-real`, folderOf(file));
  }),
  of('a file in place of the folder', /folder is a file/u, async (file) => {
    await rm(folderOf(file), { recursive: true });
    await writeFile(folderOf(file), GOOD);
  }),
  of('a folder in place of the file', /is a folder or a special file/u, (file) => mkdir(file)),
  of('a pipe that nobody writes to', /is a folder or a special file/u, (file) =>
    execFileSync('mkfifo', [file]),
  ),
  spoilt('a file that may not be read', NO_PERMISSION, (file) => chmod(file, 0o000), { asNobody: true }),
  spoilt('a folder that may not be entered', NO_PERMISSION, (file) => chmod(folderOf(file), 0o600), {
    asNobody: true,
  }),
];
