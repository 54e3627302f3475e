/** What the palette offers for a text: commands, connections, papers known here, and a board by its id. */
import { COMMANDS } from '../../commands/registry.ts';
import { disabledReason } from '../../commands/run.ts';
import type { Command } from '../../commands/command.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { AppState } from '../../store/store.ts';

interface CommandEntry {
  readonly kind: 'command';
  readonly command: Command;
  readonly reason: string | null;
}

export type PaletteEntry =
  | CommandEntry
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'paper'; readonly identifier: string; readonly title: string }
  | { readonly kind: 'board'; readonly id: string };

/** Most papers to offer for one text. */
const MOST_PAPERS = 5;

/**
 * The board or paper id in what was typed or pasted: the text itself, or the last part of a room address without
 * its token. Null where it can't be an id: blanks in it, or fewer than 6 characters.
 */
export function pastedId(text: string): string | null {
  const room = /\/room\/([^/?#\s]+)/u.exec(text)?.[1];
  const id = room ?? text.trim();
  return id.length < 6 || /[\s/?#\\]/u.test(id) ? null : id;
}

/** Whether every word of the text stands somewhere in the candidate; letter case is ignored. */
function matches(candidate: string, text: string): boolean {
  const within = candidate.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => within.includes(word));
}

/** Enabled commands come before disabled ones. */
const OFF = 10;

/**
 * How far down a command stands: its label is the text itself, begins with it, or has all of its words. One that is named
 * exactly stays the first though it is off, for Enter must not run another one in its place.
 */
function distance({ command, reason }: CommandEntry, text: string): number {
  const [name, wanted] = [command.label.replace(/…$/u, '').toLowerCase(), text.toLowerCase()];
  if (name === wanted) return 0;
  const far = name.startsWith(wanted) ? 1 : matches(name, wanted) ? 2 : 3;
  return reason === null ? far : OFF + far;
}

/** What to offer, best first: what the text names exactly, then commands, connections and papers that contain it. */
export function paletteEntries(state: AppState, text: string): readonly PaletteEntry[] {
  const wanted = text.trim();
  const commands: readonly PaletteEntry[] = COMMANDS.filter(
    (command) => command.id !== 'view.palette' && matches(`${command.group} ${command.label}`, wanted),
  )
    .map((command) => ({ kind: 'command', command, reason: disabledReason(command, state) }) as const)
    .sort((one, other) => distance(one, wanted) - distance(other, wanted));
  const connections: readonly PaletteEntry[] = state.connections
    .filter(
      (connection) => connection.id !== state.currentId && matches(`connection ${connection.name}`, wanted),
    )
    .map((connection) => ({ kind: 'connection', connection }));
  if (wanted === '') return [...commands, ...connections];

  const id = state.currentId === null ? null : pastedId(wanted);
  const papers: readonly PaletteEntry[] = (state.papersOf === state.currentId ? (state.papers ?? []) : [])
    .filter((paper) => paper.identifier === id || matches(`paper ${paper.name} ${paper.identifier}`, wanted))
    .slice(0, MOST_PAPERS)
    .map(({ identifier, name }) => ({ kind: 'paper', identifier, title: name === '' ? identifier : name }));
  // Any text of one word can be an id; where a command has that word, the command comes first.
  const board: readonly PaletteEntry[] = id === null ? [] : [{ kind: 'board', id }];
  return [...commands, ...connections, ...papers, ...board];
}

/** Stable key of an entry. */
export function entryKey(entry: PaletteEntry): string {
  switch (entry.kind) {
    case 'command':
      return entry.command.id;
    case 'connection':
      return `connection ${entry.connection.id}`;
    case 'paper':
      return `paper ${entry.identifier}`;
    case 'board':
      return 'board';
  }
}
