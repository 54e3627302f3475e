/** Policy files that nobody may obey: each written to a real disk, with the word that its problem must name. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';

/** The user and group `nobody` of Linux: a stranger to every file here. */
export const NOBODY = 65_534;

export interface BadFile {
  readonly name: string;
  /** Puts it there; `file` lies in a folder that is in order. Gives what takes down what it left running. */
  readonly make: (file: string) => Promise<void | (() => void)>;
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

/** A policy of version 1 with these rules beside it, as they stand in the file. */
const rules = (text: string): string => `{"version": 1, ${text}}`;

const NOT_JSON = /not valid JSON/u;

const MALFORMED: readonly BadFile[] = [
  holding('an empty file', '', NOT_JSON),
  holding('blanks alone', ' \n', NOT_JSON),
  holding('a file cut off in a rule', '{"version": 1, "readOn', NOT_JSON),
  holding('a file cut off before its last bracket', '{"version": 1, "readOnly": true', NOT_JSON),
  holding('a comma too many', rules('"readOnly": true,'), NOT_JSON),
  holding('a comment', `// ours\n${GOOD}`, NOT_JSON),
  holding('two objects', `${GOOD}${GOOD}`, NOT_JSON),
  holding('NUL bytes behind it', `${GOOD}\0\0\0\0`, NOT_JSON),
  holding('NUL bytes alone, as after a crash', '\0'.repeat(512), NOT_JSON),
  holding('a byte order mark', `\uFEFF${GOOD}`, /byte order mark/u),
  holding('UTF-16', Buffer.from(`\uFEFF${GOOD}`, 'utf16le'), /not UTF-8/u),
  holding('Latin-1', Buffer.from(rules('"updates": "où"'), 'latin1'), /not UTF-8/u),
  holding('brackets without end', '['.repeat(60_000), NOT_JSON),
  holding('a file over 64 KiB', `${GOOD}${' '.repeat(64 * 1024)}`, /64 KiB/u),
  holding('an array', `[${GOOD}]`, /must contain one object/u),
  holding('null', 'null', /must contain one object/u),
];

const MISTAKEN: readonly BadFile[] = [
  holding('no version', '{"readOnly": true}', /“version”/u),
  holding('another version', '{"version": 2}', /“version”/u),
  holding('a version in quotation marks', '{"version": "1"}', /“version”/u),
  holding('an unknown rule', rules('"alowDelete": false'), /“alowDelete”/u),
  holding('a rule in other letters', rules('"ReadOnly": true'), /“ReadOnly”/u),
  holding('__proto__', rules('"__proto__": {"readOnly": true}'), /“__proto__”/u),
  holding('constructor', rules('"constructor": {"prototype": {}}'), /“constructor”/u),
  holding('the same rule twice', rules('"readOnly": true, "readOnly": false'), /“readOnly”.*twice/u),
  holding(
    'the same rule twice, once escaped',
    rules(String.raw`"readOnly": true, "\u0072eadOnly": false`),
    /“readOnly”.*twice/u,
  ),
  holding('a word for a yes', rules('"readOnly": "yes"'), /“readOnly”/u),
  holding('a number for a yes', rules('"requireKeychain": 1'), /“requireKeychain”/u),
  holding('null for a rule', rules('"maxBulk": null'), /“maxBulk”/u),
  holding('a bulk limit of nothing', rules('"maxBulk": 0'), /“maxBulk”/u),
  holding('a hold over a day', rules('"holdSeconds": {"bulk": 86401}'), /“holdSeconds\.bulk”/u),
  holding('a hold below nothing', rules('"holdSeconds": {"single": -1}'), /“holdSeconds\.single”/u),
  holding('a hold without its kind', rules('"holdSeconds": 10'), /“holdSeconds”/u),
  holding(
    'a host with its scheme',
    rules('"allowedApiHosts": ["https://api.example.com"]'),
    /“allowedApiHosts”/u,
  ),
  holding('a host in capitals', rules('"allowedApiHosts": ["API.example.com"]'), /“allowedApiHosts”/u),
  holding('a star for every host', rules('"allowedEmbedHosts": ["*"]'), /“allowedEmbedHosts”/u),
  holding('updates over http', rules('"updateUrl": "http://updates.example.com"'), /“updateUrl”/u),
];

const UNTRUSTED: readonly BadFile[] = [
  {
    name: 'a file of another person',
    needsRoot: true,
    says: /Root does not own/u,
    make: async (file) => {
      await good(file);
      await chown(file, NOBODY, NOBODY);
    },
  },
  {
    name: 'a folder of another person',
    needsRoot: true,
    says: /Root does not own its folder/u,
    make: async (file) => {
      await good(file);
      await chown(folderOf(file), NOBODY, NOBODY);
    },
  },
  {
    name: 'a file that its group can write to',
    says: /can write to the file/u,
    make: async (file) => {
      await good(file);
      await chmod(file, 0o664);
    },
  },
  {
    name: 'a file that everyone can write to',
    says: /can write to the file/u,
    make: async (file) => {
      await good(file);
      await chmod(file, 0o646);
    },
  },
  {
    name: 'a folder that its group can write to',
    says: /can write to its folder/u,
    make: async (file) => {
      await good(file);
      await chmod(folderOf(file), 0o775);
    },
  },
  {
    name: 'a folder that everyone can write to, though each only to their own files',
    says: /can write to its folder/u,
    make: async (file) => {
      await good(file);
      await chmod(folderOf(file), 0o1777);
    },
  },
  {
    name: 'no file, in a folder that everyone can write to',
    says: /can write to its folder/u,
    make: (file) => chmod(folderOf(file), 0o777),
  },
  {
    name: 'a link to a good file',
    says: /is a link/u,
    make: async (file) => {
      await good(`${file}.real`);
      await symlink(`${file}.real`, file);
    },
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
    make: (file) => {
      execFileSync('mkfifo', [file]);
      return Promise.resolve();
    },
  },
  {
    name: 'a socket',
    says: /is not a file/u,
    make: async (file) => {
      const server = createServer().listen(file);
      await once(server, 'listening');
      return () => void server.close();
    },
  },
  {
    name: 'a file that may not be read',
    asNobody: true,
    says: /no permission to read it/u,
    make: async (file) => {
      await good(file);
      await chmod(file, 0o000);
    },
  },
  {
    name: 'a folder that may not be entered',
    asNobody: true,
    says: /no permission to read it/u,
    make: async (file) => {
      await good(file);
      await chmod(folderOf(file), 0o600);
    },
  },
];

export const BAD_FILES: readonly BadFile[] = [...MALFORMED, ...MISTAKEN, ...UNTRUSTED];
