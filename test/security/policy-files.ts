/** Policy files that nobody may obey: each written to a real disk, with the word that its problem must name. */
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The user and group `nobody` of Linux: a stranger to every file here. */
export const NOBODY = 65_534;

export interface BadFile {
  readonly name: string;
  /** Puts it there; `file` lies in a folder that is in order. */
  readonly make: (file: string) => Promise<void>;
  readonly says: RegExp;
  /** What only root can bring about. */
  readonly needsRoot?: boolean;
  /** To be read by somebody else than its owner, where we are root: root may read everything. */
  readonly asNobody?: boolean;
}

const GOOD = '{"version": 1, "readOnly": true}';

const good = (file: string): Promise<void> => writeFile(file, GOOD);
const folderOf = (file: string): string => path.dirname(file);

function holding(name: string, content: string | Uint8Array, says: RegExp): BadFile {
  return { name, says, make: (file) => writeFile(file, content) };
}

const NOT_JSON = /not valid JSON/u;

/** One of each kind: the tables of cases are those of the unit tests of policy and files/strict-json. */
const MISTAKEN: readonly BadFile[] = [
  holding('an empty file', '', NOT_JSON),
  holding('a file cut off in a rule', '{"version": 1, "readOn', NOT_JSON),
  holding('NUL bytes alone, as after a crash', '\0'.repeat(512), NOT_JSON),
  holding('UTF-16', Buffer.from(`\uFEFF${GOOD}`, 'utf16le'), /not UTF-8/u),
  holding('brackets without end', '['.repeat(60_000), NOT_JSON),
  holding('a file over 64 KiB', `${GOOD}${' '.repeat(64 * 1024)}`, /64 KiB/u),
  holding('an array', `[${GOOD}]`, /must contain one object/u),
  holding('another version', '{"version": 2}', /“version”/u),
  holding('an unknown rule', '{"version": 1, "alowDelete": false}', /“alowDelete”/u),
  holding('the same rule twice', '{"version": 1, "readOnly": true, "readOnly": false}', /“readOnly”.*twice/u),
  holding('a word for a yes', '{"version": 1, "readOnly": "yes"}', /“readOnly”/u),
];

const UNTRUSTED: readonly BadFile[] = [
  {
    name: 'a file of another person',
    needsRoot: true,
    says: /Root does not own/u,
    make: (file) => good(file).then(() => chown(file, NOBODY, NOBODY)),
  },
  {
    name: 'a folder of another person',
    needsRoot: true,
    says: /Root does not own its folder/u,
    make: (file) => good(file).then(() => chown(folderOf(file), NOBODY, NOBODY)),
  },
  {
    name: 'a file that its group can write to',
    says: /can write to the file/u,
    make: (file) => good(file).then(() => chmod(file, 0o664)),
  },
  {
    name: 'a file that everyone can write to',
    says: /can write to the file/u,
    make: (file) => good(file).then(() => chmod(file, 0o646)),
  },
  {
    name: 'a folder that its group can write to',
    says: /can write to its folder/u,
    make: (file) => good(file).then(() => chmod(folderOf(file), 0o775)),
  },
  {
    name: 'a folder that everyone can write to, though each only to their own files',
    says: /can write to its folder/u,
    make: (file) => good(file).then(() => chmod(folderOf(file), 0o1777)),
  },
  {
    name: 'no file, in a folder that everyone can write to',
    says: /can write to its folder/u,
    make: (file) => chmod(folderOf(file), 0o777),
  },
  {
    name: 'a link to a good file',
    says: /is a link/u,
    make: (file) => good(`${file}.real`).then(() => symlink(`${file}.real`, file)),
  },
  { name: 'a link to nothing', says: /is a link/u, make: (file) => symlink(`${file}.none`, file) },
  {
    name: 'a link in place of the folder',
    says: /folder is a link/u,
    make: async (file) => {
      await good(file);
      await rename(folderOf(file), `${folderOf(file)}-real`);
      await symlink(`${folderOf(file)}-real`, folderOf(file));
    },
  },
  {
    name: 'a file in place of the folder',
    says: /folder is not a folder/u,
    make: async (file) => {
      await rm(folderOf(file), { recursive: true });
      await good(folderOf(file));
    },
  },
  {
    name: 'a folder in place of the file',
    says: /is not a file/u,
    make: (file) => mkdir(file).then(() => undefined),
  },
  {
    name: 'a pipe that nobody writes to',
    says: /is not a file/u,
    make: (file) => Promise.resolve(void execFileSync('mkfifo', [file])),
  },
  {
    name: 'a file that may not be read',
    asNobody: true,
    says: /no permission to read it/u,
    make: (file) => good(file).then(() => chmod(file, 0o000)),
  },
  {
    name: 'a folder that may not be entered',
    asNobody: true,
    says: /no permission to read it/u,
    make: (file) => good(file).then(() => chmod(folderOf(file), 0o600)),
  },
];

export const BAD_FILES: readonly BadFile[] = [...MISTAKEN, ...UNTRUSTED];
