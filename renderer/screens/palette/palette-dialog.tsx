/** Ctrl+K: type to find a command, a connection or a paper; paste an id to jump to its board. */
import { ArrowRight, Cable, FileText, LayoutGrid } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useState } from 'react';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { Command } from '../../commands/command.ts';
import { keyLabel } from '../../commands/key-strokes.ts';
import { COMMANDS } from '../../commands/registry.ts';
import { disabledReason, runCommand } from '../../commands/run.ts';
import { classNames } from '../../parts/class-names.ts';
import { EnvironmentBadge } from '../../parts/connection-mark.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { counted } from '../../parts/format.ts';
import type { AppState, AppStore } from '../../store/store.ts';
import { useApp, useAppStore } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import styles from './palette-dialog.module.css';

/** The palette: focus stays in the field (combobox), arrows move through the list. */
export function PaletteDialog() {
  const store = useAppStore();
  const { close } = useDialog();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  // The palette is modal: what it offers changes only with the text.
  const entries = useMemo(() => paletteEntries(store.getState(), text), [store, text]);

  useLayoutEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const press = (event: KeyboardEvent): void => {
    const last = entries.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active === 0 ? last : active - 1,
      PageDown: Math.min(active + 10, last),
      PageUp: Math.max(active - 10, 0),
    };
    const target = targets[event.key];
    const entry = entries[active];
    if (target !== undefined) setActive(Math.max(target, 0));
    else if (event.key === 'Enter' && entry) void choose(entry, store);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title="Search or jump" size="medium" bare onClose={close}>
      <input
        data-autofocus
        className={classNames('fixed title line-below ring-inside', styles.input, text !== '' && 'sensitive')}
        role="combobox"
        aria-label="Search commands, or paste an id"
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length > 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder="Search commands, or paste an id"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Results" className={`scroll ${styles.list}`}>
        {entries.map((entry, index) => (
          <div
            key={entryKey(entry)}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            aria-disabled={isOff(entry)}
            className={`row choosable ${styles.option}`}
            onMouseMove={() => setActive(index)}
            // The focus stays in the field, where typing goes on.
            onMouseDown={(event) => event.preventDefault()}
            onKeyDown={press}
            onClick={() => void choose(entry, store)}
          >
            <Entry entry={entry} />
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className="padded-3 muted">No results.</p>}
      <p className="visually-hidden" role="status">
        {counted(entries.length, 'result')}
      </p>
    </Dialog>
  );
}

function isOff(entry: PaletteEntry): boolean {
  return entry.kind === 'command' && entry.reason !== null;
}

function Entry({ entry }: { readonly entry: PaletteEntry }) {
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const { Icon, label, aside } = lookOf(entry);
  const keys = entry.kind === 'command' ? entry.command.keys : [];
  return (
    <>
      <Icon size={14} />
      <span className={classNames('grow ellipsis', isOff(entry) && 'muted')}>{label}</span>
      <span className={`hint ${styles.aside}`}>{aside}</span>
      {keys.map((key) => (
        <kbd key={key}>{keyLabel(key, platform)}</kbd>
      ))}
    </>
  );
}

function lookOf(entry: PaletteEntry) {
  switch (entry.kind) {
    case 'command':
      return { Icon: ArrowRight, label: entry.command.label, aside: entry.reason ?? entry.command.group };
    case 'connection': {
      const { name, environment } = entry.connection;
      const label = (
        <>
          Switch to <span className="sensitive">{name}</span>
        </>
      );
      return { Icon: Cable, label, aside: <EnvironmentBadge environment={environment} /> };
    }
    case 'paper':
      return { Icon: FileText, label: <span className="sensitive">{entry.title}</span>, aside: 'Paper' };
    case 'board': {
      const label = (
        <>
          Open board <code className="sensitive">{entry.id}</code>
        </>
      );
      return { Icon: LayoutGrid, label, aside: 'Board' };
    }
  }
}

// What happens when an entry of the palette is chosen.

/** Closes the palette and does what the entry says; an entry that is off keeps it open. */
async function choose(entry: PaletteEntry, store: AppStore): Promise<void> {
  const state = store.getState();
  if (entry.kind === 'command' && entry.reason !== null) return;
  state.closeDialog();
  switch (entry.kind) {
    case 'command':
      return runCommand(entry.command, store);
    case 'connection':
      return state.go({ kind: 'connection', id: entry.connection.id });
    case 'paper':
      await state.go({ kind: 'screen', screen: 'papers' });
      return state.selectPaper(entry.identifier);
    case 'board':
      return state.go({ kind: 'board', id: entry.id });
  }
}

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
