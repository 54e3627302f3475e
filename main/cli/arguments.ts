/** What can be typed after `easel`, and what it means. No option takes a key: who lists processes would read it. */
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';

/** Scripts rely on these: they never change their meaning. */
export const EXIT = {
  done: 0,
  /** It ended, and not everything succeeded, or a list may lack boards. */
  incomplete: 1,
  usage: 2,
  /** Policy, read-only, lock, or nobody said yes. */
  refused: 3,
  /** The service or the way to it. */
  service: 4,
  /** The key or the keychain. */
  key: 5,
  notFound: 6,
  /** Another Easel works in the folder, and does not take commands. */
  busy: 7,
  /** This computer: its disk, its database, a mistake in Easel. */
  computer: 8,
  interrupted: 130,
  /** Who reads the output has enough, as `head` has: as programs end that know nothing of it. */
  closed: 141,
} as const;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** Of every command. */
const COMMON = { connection: text, folder: text, json: flag, help: flag } as const;

const DELETES = { reason: text, expect: text, 'start-now': flag, detach: flag } as const;

/** Each command's words, its own options, and what follows it. */
const COMMANDS = {
  'connections list': { options: {}, takes: null },
  'boards list': { options: { csv: flag, stored: flag, find: text }, takes: null },
  'boards delete': { options: { ...DELETES, from: text, 'dry-run': flag }, takes: null },
  'papers create': {
    options: { name: text, names: text, count: text, template: text, detach: flag },
    takes: null,
  },
  links: { options: { paper: text, name: text, names: text }, takes: null },
  'plan run': { options: { ...DELETES, 'dry-run': flag }, takes: 'FILE' },
} as const;
export type CommandName = keyof typeof COMMANDS;

/** A command as it was typed. Options that were not given are absent. */
export interface Command {
  readonly name: CommandName;
  readonly options: Readonly<Partial<Record<OptionName, string>>>;
  readonly flags: ReadonlySet<string>;
  readonly file: string;
}
type OptionName =
  | 'connection'
  | 'folder'
  | 'find'
  | 'from'
  | 'reason'
  | 'expect'
  | 'name'
  | 'names'
  | 'count'
  | 'template'
  | 'paper';

/** Reads what was typed. Fails with the sentence that says what is wrong with it. */
export function readArguments(typed: readonly string[]): Result<Command | 'help', string> {
  const [first = '', second = ''] = typed;
  if (first === '' || first === 'help' || first === '--help') return ok('help');
  const name = [`${first} ${second}`, first].find((words) => Object.hasOwn(COMMANDS, words));
  if (name === undefined)
    return fail(`There is no command “${second.startsWith('-') ? first : `${first} ${second}`.trim()}”.`);
  const { options, takes } = COMMANDS[name as CommandName];
  try {
    const { values, positionals } = parseArgs({
      args: typed.slice(name.split(' ').length),
      options: { ...COMMON, ...options },
      allowPositionals: true,
    });
    if (values['help'] === true) return ok('help');
    const [file = '', ...more] = positionals;
    if (takes === null ? file !== '' : file === '' || more.length > 0) {
      return fail(takes === null ? `“${name}” takes options only.` : `“${name}” needs one ${takes}.`);
    }
    const given = Object.entries(values);
    const flags = new Set(given.filter(([, value]) => value === true).map(([option]) => option));
    if (flags.has('json') && flags.has('csv')) return fail('Take --json or --csv, not both.');
    return ok({
      name: name as CommandName,
      options: Object.fromEntries(given.filter(([, value]) => typeof value === 'string')),
      flags,
      file,
    });
  } catch (error) {
    const [why = ''] = error instanceof Error ? error.message.split(/\.(?: |$)/u) : [];
    return fail(`${why}.`);
  }
}

export const HELP = `Usage: easel COMMAND [options]

  connections list                 connections of this computer: id, name, environment
  boards list                      every board of a connection, newest first
      --json                       one JSON object a line   (--csv for a table)
      --find TEXT                  only those with this text
      --stored                     as listed last, without asking the service
  boards delete --from FILE        deletes the boards of a list; FILE may be - for standard input
      --dry-run                    says what would be deleted, and deletes nothing
  plan run FILE                    deletes the boards of a cleanup plan (--dry-run too)
      --reason TEXT                why, for the activity log
      --expect N                   without a terminal: how many are meant; any other number deletes nothing
      --start-now                  doesn’t hold the delete, as far as your organisation allows
      --detach                     leaves the job to the Easel that is running
  papers create --name PATTERN     one paper; {n}, {nn} and {date} are filled in
      --count N                    so many
      --names FILE                 one for each line of a file, in place of --name
      --template ID
  links --paper ID --names FILE    a join link for each name, as CSV; --name for one

Options of every command:
  --connection NAME                its name or id; may be left out where there is only one
  --folder FOLDER                  Easel’s data, where it is not in its usual place
  --json                           results as JSON, one object a line

API keys come from the keychain, where Easel’s window put them; no option takes one. While Easel is open, it does the
work. Deletes are held before anything is sent, as in the window; Ctrl+C cancels them.

Exit codes: 0 done, 1 not everything succeeded or was listed, 2 wrong usage, 3 refused, 4 service or network,
5 key or keychain, 6 not found, 7 another Easel is at work, 8 this computer (a full disk, too),
130 interrupted, 141 nobody reads the output any more.
`;
