/** Ctrl+K: type to find a board, a paper, a view, a connection or a command; paste an id to jump to its board. */
import {
  Bookmark,
  Cable,
  CircleHelp,
  Eye,
  FileText,
  LayoutGrid,
  ListFilter,
  Settings,
  type LucideIcon,
} from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import type { RoomTarget } from '../../../preload/contract/call.ts';
import type { BoardFilter, SavedView } from '../../../preload/contract/boards.ts';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { Command } from '../../commands/command.ts';
import { visitRoom } from '../../commands/visit-room.ts';
import { keyLabel, VISIT_KEY } from '../../commands/key-strokes.ts';
import { COMMANDS } from '../../commands/registry.ts';
import { disabledReason, runCommand } from '../../commands/run.ts';
import { classNames } from '../../parts/class-names.ts';
import { ConnectionDot, EnvironmentBadge } from '../../parts/connection-mark.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { Shown, usePicture } from '../../parts/picture.tsx';
import { RoomTitle } from '../../parts/room-title.tsx';
import { labelOf } from '../../store/board-selection.ts';
import { counted } from '../../lib/format.ts';
import type { PaletteThing } from '../../store/palette-slice.ts';
import { nameOfRecent } from '../../store/recent-slice.ts';
import type { AppState, AppStore } from '../../store/store.ts';
import type { Screen } from '../../store/ui-slice.ts';
import { useApp, useAppStore, useConnection } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import { draftFor, filterOf, filterSentence } from '../boards/filters/filters.ts';
import type { ListOf } from '../../store/list-slice.ts';
import { HELP_TOPICS } from '../help/help-dialog.tsx';
import { SETTINGS } from '../settings/settings-screen.tsx';
import { iconOf } from './command-icons.ts';
import styles from './palette-dialog.module.css';

/** The palette: focus stays in the field (combobox), arrows move through the list. */
export function PaletteDialog() {
  const store = useAppStore();
  const { close } = useDialog();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const found = useBoards(text);
  const papers = usePapers();
  // The palette is modal: what it offers changes only with the text, and what is found for it.
  const groups = useMemo(
    () => paletteGroups({ ...store.getState(), papers }, text, found),
    [store, papers, text, found],
  );
  const entries = groups.flatMap((group) => group.entries);

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
    else if (event.key === 'Enter' && entry) void choose(entry, store, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title="Search or jump" size="medium" bare onClose={close}>
      <input
        data-autofocus
        className={classNames('fixed title line-below ring-inside', styles.input, text !== '' && 'sensitive')}
        role="combobox"
        aria-label="Search everything"
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length > 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder="Boards, papers, views, settings, commands, “older than 90 days”"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Results" className={`scroll ${styles.list}`}>
        {groups.map(({ title, entries: some }) => (
          <div key={title} role="group" aria-label={title ?? 'Results'}>
            {title !== null && (
              <p className={`hint bold ${styles.heading}`} aria-hidden>
                {title}
              </p>
            )}
            {some.map((entry) => {
              const index = entries.indexOf(entry);
              return (
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
                  <Entry entry={entry} isTitled={title !== null} />
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className="padded-3 muted">No results.</p>}
      {targetOf(entries[active]) !== null && (
        <p className="hint line-above padded">
          <kbd>{keyLabel(VISIT_KEY, platform)}</kbd> previews it
        </p>
      )}
      <p className="visually-hidden" role="status">
        {counted(entries.length, 'result')}
      </p>
    </Dialog>
  );
}

/** Boards with this text, a moment after it was typed; those of an earlier text stay until then. */
function useBoards(text: string): readonly PaletteThing[] {
  const search = useApp((state) => state.searchBoards);
  const [found, setFound] = useState<readonly PaletteThing[]>([]);
  const wanted = pastedId(text) ?? text.trim();
  useEffect(() => {
    let over = false;
    const timer = setTimeout(() => {
      if (wanted.length < 2) setFound([]);
      else void search(wanted.slice(0, 512), setFound, () => over);
    }, PAUSE);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [search, wanted]);
  return found;
}

/** The papers of the connection in front, whose screen may not have been open yet. */
function usePapers(): AppState['papers'] {
  const connectionId = useApp((state) => state.currentId);
  const openPapers = useApp((state) => state.openPapers);
  useEffect(() => {
    if (connectionId !== null) void openPapers(connectionId);
  }, [connectionId, openPapers]);
  return useApp((state) => state.papers);
}

/** Typing goes on within this time, ms. */
const PAUSE = 60;

function isOff(entry: PaletteEntry): boolean {
  return entry.kind === 'command' && entry.reason !== null;
}

interface EntryProps {
  readonly entry: PaletteEntry;
  /** The title of its group says already what kind of command it is. */
  readonly isTitled: boolean;
}

function Entry({ entry, isTitled }: EntryProps) {
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const { Icon, label, aside } = lookOf(entry);
  const key = entry.kind === 'command' ? entry.command.keys[0] : undefined;
  return (
    <>
      <Face entry={entry} Icon={Icon} />
      <span className={classNames('grow ellipsis', isOff(entry) && 'muted')}>{label}</span>
      {!(isTitled && entry.kind === 'command') && (
        <span className={`row-tight hint ${styles.aside}`}>{aside}</span>
      )}
      {key !== undefined && <kbd>{keyLabel(key, platform)}</kbd>}
    </>
  );
}

/** The picture of a board or paper where there is one; else what kind of entry it is. */
function Face({ entry, Icon }: { readonly entry: PaletteEntry; readonly Icon: LucideIcon }) {
  const currentId = useApp((state) => state.currentId);
  const isThing = entry.kind === 'found' || entry.kind === 'paper';
  const held = usePicture(isThing && entry.connectionId === currentId ? entry.id : null);
  const source = held?.source;
  return (
    <span className={`fixed ${styles.face}`}>
      {source === undefined ? <Icon size={14} /> : <Shown source={source} size="inline" />}
    </span>
  );
}

/** What a thing is, and whose, where that is another connection than the one in front. */
function Whose({ connectionId, what }: { readonly connectionId: string; readonly what: string }) {
  const isInFront = useApp((state) => state.currentId === connectionId);
  const connection = useConnection(connectionId);
  if (isInFront || connection === null) return what;
  return (
    <>
      {what} in <ConnectionDot color={connection.color} />
      <span className="ellipsis sensitive">{connection.name}</span>
    </>
  );
}

interface Look {
  readonly Icon: LucideIcon;
  readonly label: ReactNode;
  readonly aside: ReactNode;
}

function lookOf(entry: PaletteEntry): Look {
  switch (entry.kind) {
    case 'command':
      return {
        Icon: iconOf(entry.command),
        label: entry.command.label,
        aside: entry.reason ?? entry.command.group,
      };
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
      return { Icon: FileText, label: <RoomTitle name={entry.name} id={entry.id} />, aside: 'Paper' };
    case 'board': {
      const label = (
        <>
          Open board{' '}
          {entry.name === '' ? (
            <code className="sensitive">{entry.id}</code>
          ) : (
            <RoomTitle name={entry.name} id={entry.id} />
          )}
        </>
      );
      return { Icon: LayoutGrid, label, aside: 'Board' };
    }
    case 'room': {
      const label = (
        <>
          Preview paper <code className="sensitive">{entry.id}</code>
        </>
      );
      return { Icon: Eye, label, aside: 'Live room' };
    }
    case 'found':
      return {
        Icon: LayoutGrid,
        label: <RoomTitle name={entry.name} id={entry.id} />,
        aside: <Whose connectionId={entry.connectionId} what="Board" />,
      };
    case 'view':
      return {
        Icon: Bookmark,
        label: <span className="sensitive">{entry.view.name}</span>,
        aside: entry.of === 'board' ? 'View' : 'View of papers',
      };
    case 'filter':
      return {
        Icon: ListFilter,
        label: `Boards ${filterSentence(entry.filter).toLowerCase()}`,
        aside: 'Filter',
      };
    case 'setting':
      return { Icon: Settings, label: entry.label, aside: `Settings, ${entry.section}` };
    case 'help':
      return { Icon: CircleHelp, label: `Help: ${entry.topic}`, aside: 'Help' };
  }
}

// What happens when an entry of the palette is chosen.

/** The board or paper of an entry that has one, as what its room is asked for. */
function targetOf(entry: PaletteEntry | undefined): RoomTarget | null {
  if (entry?.kind === 'paper' || entry?.kind === 'room') return { kind: 'paper', id: entry.id };
  return entry?.kind === 'board' || entry?.kind === 'found' ? { kind: 'board', id: entry.id } : null;
}

/** Asks before the room of an entry is joined; of another connection once that is in front. */
async function visit(entry: PaletteEntry, target: RoomTarget, store: AppStore): Promise<void> {
  const { currentId, go } = store.getState();
  if (entry.kind === 'found' && entry.connectionId !== currentId)
    await go({ kind: 'board', id: entry.id, connectionId: entry.connectionId });
  const connectionId = store.getState().currentId ?? '';
  return visitRoom(store, { connectionId, ...target, name: 'name' in entry ? entry.name : undefined });
}

/** Closes the palette and does what the entry says, or visits its room; an entry that is off keeps it open. */
async function choose(entry: PaletteEntry, store: AppStore, visits = false): Promise<void> {
  const state = store.getState();
  if (entry.kind === 'command' && entry.reason !== null) return;
  const target = targetOf(entry);
  if (target !== null && (visits || entry.kind === 'room')) {
    state.closeDialog();
    return visit(entry, target, store);
  }
  state.closeDialog();
  // Boards and papers are remembered once they were looked at.
  if (target === null) state.rememberChoice(entryKey(entry), entry.kind === 'filter' ? entry.filter : null);
  switch (entry.kind) {
    case 'room':
      return;
    case 'command':
      return runCommand(entry.command, store);
    case 'connection':
      return state.go({ kind: 'connection', id: entry.connection.id });
    case 'paper':
      return state.showPaper(entry.id);
    case 'board':
      return state.go({ kind: 'board', id: entry.id });
    case 'found':
      return state.go({ kind: 'board', id: entry.id, connectionId: entry.connectionId });
    case 'setting':
      return state.go({ kind: 'setting', id: entry.id });
    case 'help':
      return state.openDialog({ kind: 'help', topic: entry.topic });
    case 'view':
      await state.go({ kind: 'screen', screen: entry.of === 'board' ? 'boards' : 'papers' });
      return (entry.of === 'board' ? state.boardList : state.paperList).applyView(entry.view.id);
    case 'filter':
      await state.go({ kind: 'screen', screen: 'boards' });
      return state.boardList.setQuery({ find: '', filters: [entry.filter] });
  }
}

function viewEntries(of: ListOf, views: readonly SavedView[], wanted: string): readonly PaletteEntry[] {
  const named = views.filter(({ name }) => matches(`${of}s view ${name}`, wanted));
  return named.map((view) => ({ kind: 'view', of, view }));
}

interface CommandEntry {
  readonly kind: 'command';
  readonly command: Command;
  readonly reason: string | null;
}

export type PaletteEntry =
  | CommandEntry
  | PaletteThing
  | { readonly kind: 'filter'; readonly filter: BoardFilter }
  | { readonly kind: 'connection'; readonly connection: Connection }
  /** A board of the connection in front by the id that was typed; `name` is its label where its row is known here. */
  | { readonly kind: 'board'; readonly id: string; readonly name: string }
  /** The room of a paper that the register doesn't have, by the id or room address that was typed. */
  | { readonly kind: 'room'; readonly id: string }
  | { readonly kind: 'view'; readonly of: ListOf; readonly view: SavedView }
  | { readonly kind: 'setting'; readonly id: string; readonly label: string; readonly section: string }
  | { readonly kind: 'help'; readonly topic: string };

/** What the service makes identifiers of papers of. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** Most papers to offer for one text, and most settings. */
const MOST_PAPERS = 5;
const MOST_SETTINGS = 4;

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

/** Whether every word of the text begins one of the candidate's. */
function begins(candidate: string, text: string): boolean {
  const words = candidate.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const typed = text.toLowerCase().split(/\s+/u);
  return typed.every((each) => words.some((word) => word.startsWith(each)));
}

/** Enabled commands come before disabled ones. */
const OFF = 10;

const nameOf = ({ label }: Command): string => label.replace(/…$/u, '').toLowerCase();
const isNamed = (command: Command, text: string): boolean => nameOf(command) === text.toLowerCase();

/**
 * How far down a command stands: its label is the text itself, begins with it, or has all of its words. One that is named
 * exactly stays the first though it is off, for Enter must not run another one in its place; of two that are called the
 * same, such as one of boards and one of papers, the one that can be run comes first.
 */
function distance({ command, reason }: CommandEntry, text: string): number {
  if (isNamed(command, text)) return reason === null ? 0 : 1;
  const [name, wanted] = [nameOf(command), text.toLowerCase()];
  const far = name.startsWith(wanted) ? 2 : matches(name, wanted) ? 3 : 4;
  return reason === null ? far : OFF + far;
}

/** Entries that stand together; of what was searched for there is one group, without a title. */
export interface PaletteGroup {
  readonly title: string | null;
  readonly entries: readonly PaletteEntry[];
}

/** What to offer, best first; `found` are the boards with this text. */
export function paletteGroups(
  state: AppState,
  text: string,
  found: readonly PaletteThing[] = [],
): readonly PaletteGroup[] {
  const wanted = text.trim();
  const commands: readonly CommandEntry[] = COMMANDS.filter(
    (command) => command.id !== 'view.palette' && matches(`${command.group} ${command.label}`, wanted),
  )
    .map((command) => ({ kind: 'command', command, reason: disabledReason(command, state) }) as const)
    .sort((one, other) => distance(one, wanted) - distance(other, wanted));
  const connections: readonly PaletteEntry[] = state.connections
    .filter(
      (connection) => connection.id !== state.currentId && matches(`connection ${connection.name}`, wanted),
    )
    .map((connection) => ({ kind: 'connection', connection }));
  const views: readonly PaletteEntry[] = [
    ...viewEntries('board', state.boardsOf === state.currentId ? state.lists.board.views : [], wanted),
    ...viewEntries('paper', state.papersOf === state.currentId ? state.lists.paper.views : [], wanted),
  ];
  const settings: readonly PaletteEntry[] = SETTINGS.filter(({ section, label, about }) =>
    begins(`settings ${section} ${label} ${about}`, wanted),
  ).map(({ id, label, section }) => ({ kind: 'setting', id, label, section }));
  const help: readonly PaletteEntry[] = HELP_TOPICS.filter((topic) => begins(`help ${topic}`, wanted)).map(
    (topic) => ({ kind: 'help', topic }),
  );
  if (wanted === '') {
    return start(
      state,
      commands.filter((each) => !isOff(each)),
      connections,
      [...views, ...settings, ...help],
    );
  }

  const { currentId } = state;
  const id = currentId === null ? null : pastedId(wanted);
  const papers: readonly PaletteEntry[] = (
    currentId !== null && state.papersOf === currentId ? (state.papers ?? []) : []
  )
    .filter((paper) => paper.identifier === id || matches(`paper ${paper.name} ${paper.identifier}`, wanted))
    .slice(0, MOST_PAPERS)
    .map(({ identifier, name }) => ({ kind: 'paper', id: identifier, name, connectionId: currentId ?? '' }));
  const filter = currentId === null ? null : typedFilter(wanted);
  // Any text of one word can be an id: it comes last, and not where its board was found.
  const isFound = found.some(
    (each) => each.kind === 'found' && each.id === id && each.connectionId === currentId,
  );
  const board: readonly PaletteEntry[] =
    id === null || isFound ? [] : [{ kind: 'board', id, name: labelOf(state, id) }];
  // The address of a room is that of a paper, as far as the service says.
  const isAddress = id !== null && id !== wanted;
  const isKnown = isFound || papers.some((paper) => paper.kind === 'paper' && paper.id === id);
  const room: readonly PaletteEntry[] =
    id === null || isKnown || !(isAddress || UUID.test(id)) ? [] : [{ kind: 'room', id }];
  const filters: readonly PaletteEntry[] = filter === null ? [] : [{ kind: 'filter', filter }];
  const first = commands.filter((each) => each.reason === null || isNamed(each.command, wanted));
  const off = commands.filter((each) => !first.includes(each) && begins(each.command.label, wanted));
  const byId = isAddress ? [...room, ...board] : [...board, ...room];
  const last = [...settings.slice(0, MOST_SETTINGS), ...help, ...off, ...byId];
  const entries = [...filters, ...first, ...connections, ...views, ...papers, ...found, ...last];
  return entries.length === 0 ? [] : [{ title: null, entries }];
}

/** What is worth doing on a screen before anything was typed, as far as it is on: the ids of commands. */
const SUGGESTED: Readonly<Partial<Record<Screen, readonly string[]>>> = {
  welcome: ['connections.new', 'connections.import', 'connections.practise', 'help.tour'],
  boards: ['boards.create', 'boards.create-many', 'boards.preview', 'boards.edit-notes', 'boards.export'],
  papers: ['papers.create', 'papers.class-pack', 'papers.add', 'papers.preview', 'papers.copy-link'],
  previews: ['previews.leave', 'previews.capture', 'previews.shield'],
  keys: ['keys.stage', 'keys.rehearse', 'connections.new', 'connections.hand-over'],
  activity: ['activity.export-csv'],
};
const ANYWHERE = ['boards.create', 'papers.create', 'papers.class-pack', 'connections.new'];
const PLACES = ['home', 'boards', 'papers', 'previews', 'activity', 'keys', 'settings'];

/** Most rooms that were opened to offer at the start, choices made before, and connections. */
const MOST_AT_START = { rooms: 5, choices: 3, connections: 5 } as const;

/** Before anything is typed: what was recent, and the few things that are worth a look. All else is found by typing. */
function start(
  state: AppState,
  commands: readonly CommandEntry[],
  connections: readonly PaletteEntry[],
  others: readonly PaletteEntry[],
): readonly PaletteGroup[] {
  const { currentId, recent, recentChoices, screen } = state;
  const offered = [...commands, ...connections, ...others];
  const rooms = recent.slice(0, MOST_AT_START.rooms).map((room): PaletteEntry => {
    const thing = { id: room.id, name: nameOfRecent(state, room), connectionId: currentId ?? '' };
    return { kind: room.kind === 'board' ? 'found' : 'paper', ...thing };
  });
  const chosen = recentChoices.flatMap(({ key, filter }) =>
    filter === null
      ? (offered.find((entry) => entryKey(entry) === key) ?? [])
      : [{ kind: 'filter', filter } as const],
  );
  const first = [...rooms, ...chosen.slice(0, MOST_AT_START.choices)];
  const keys = new Set(first.map(entryKey));
  const named = (ids: readonly string[]): readonly CommandEntry[] =>
    ids.flatMap((id) => commands.find(({ command }) => command.id === id && !keys.has(id)) ?? []);
  const groups: readonly PaletteGroup[] = [
    { title: 'Recent', entries: first },
    { title: 'Suggested', entries: named(SUGGESTED[screen] ?? ANYWHERE) },
    {
      title: 'Go to',
      entries: named(PLACES.filter((place) => place !== screen).map((place) => `view.${place}`)),
    },
    {
      title: 'Connections',
      entries: connections.filter((entry) => !keys.has(entryKey(entry))).slice(0, MOST_AT_START.connections),
    },
    { title: 'Help', entries: named(['help.open']) },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

const DAYS = { day: 1, week: 7, month: 30, year: 365 } as const;

/** The filter that a text such as "older than 90 days" means; null where it means none. */
export function typedFilter(text: string): BoardFilter | null {
  const [, which, count, unit] =
    /^(older|newer) than (\d{1,5}) (day|week|month|year)s?$/iu.exec(text.trim()) ?? [];
  const days = Number(count) * DAYS[(unit?.toLowerCase() ?? 'day') as keyof typeof DAYS];
  const drafted = filterOf({
    ...draftFor(which?.toLowerCase() === 'newer' ? 'newer-than' : 'older-than'),
    days: String(days),
  });
  return which === undefined || !('kind' in drafted) ? null : drafted;
}

/** Stable key of an entry. */
export function entryKey(entry: PaletteEntry): string {
  switch (entry.kind) {
    case 'command':
      return entry.command.id;
    case 'connection':
      return `connection ${entry.connection.id}`;
    case 'paper':
      return `paper ${entry.connectionId} ${entry.id}`;
    case 'board':
    case 'room':
      return entry.kind;
    case 'found':
      return `board ${entry.connectionId} ${entry.id}`;
    case 'setting':
      return `setting ${entry.id}`;
    case 'help':
      return `help ${entry.topic}`;
    case 'view':
      return `view ${entry.of} ${entry.view.id}`;
    case 'filter':
      return `filter ${filterSentence(entry.filter)}`;
  }
}
