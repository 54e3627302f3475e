import {
  Bookmark,
  Building2,
  Cable,
  CircleHelp,
  Eye,
  FileText,
  LayoutGrid,
  ListTodo,
  PanelsTopLeft,
  Plug,
  Settings,
  type LucideIcon,
} from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { LONGEST } from '../../../preload/contract/limits.ts';
import { isOffered, type Command, type CommandGroup } from '../../commands/command.ts';
import { toVisitRoom } from '../../commands/reasons.ts';
import { visitRoom, type NamedRoom } from '../../commands/visit-room.ts';
import { keyLabel, onKeys, VISIT_KEY } from '../../lib/keys.ts';
import { COMMANDS } from '../../commands/registry.ts';
import { disabledReason, runCommand } from '../../commands/run.ts';
import { classNames } from '../../parts/class-names.ts';
import { ConnectionDot, EnvironmentBadge } from '../../parts/connection-mark.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { Shown, usePicture } from '../../parts/picture.tsx';
import { RoomTitle } from '../../parts/room-title.tsx';
import { labelOf } from '../../store/boards-slice.ts';
import { foldText } from '../../../preload/contract/facts.ts';
import { decoded } from '../../../preload/contract/later-facts.ts';
import { matchOf } from '../../lib/match.ts';
import { capital, counted } from '../../lib/format.ts';
import { knownPaper } from '../../store/papers-slice.ts';
import { nameOfRecent, type FoundRoom } from '../../store/recent-slice.ts';
import type { AppState, AppStore } from '../../store/store.ts';
import { useAnswer } from '../../store/use-answer.ts';
import { useApp, useAppStore } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import { isLikeKey, type ListOf } from '../../store/list-slice.ts';
import { SETTINGS } from '../settings/settings-screen.tsx';
import styles from './palette-dialog.module.css';

export function PaletteDialog() {
  const store = useAppStore();
  const { close } = useDialog();
  /** Key of the entry that the user moved to. The entry's position may change as results arrive. */
  const [pickedKey, setPickedKey] = useState<string | null>(null);
  const { text, searched, type } = useTyped();
  /** Set if the user pressed Enter before results arrived. Then the first result runs. `visit`: it was Ctrl+Enter. */
  const early = useRef<{ readonly visit: boolean } | null>(null);
  const id = useId();
  const { found, isSearching } = useBoards(searched);
  const isPending = isSearching || searched !== text;
  const state = useApp((each) => each);
  const { currentId, openPapers, readBoardNames, listedRecent } = state;
  const [recent] = useAnswer('recent', listedRecent);
  useEffect(() => {
    void readBoardNames();
    if (currentId !== null) void openPapers(currentId);
  }, [currentId, openPapers, readBoardNames]);
  const groups = paletteGroups({ ...state, recent: recent ?? state.recent }, searched, found);
  const entries = groups.flatMap((group) => group.entries);
  const picked = entries.findIndex(({ key }) => key === pickedKey);
  const active = Math.max(0, picked);

  useLayoutEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  useEffect(() => {
    const [entry] = entries;
    if (early.current === null || isPending) return;
    const { visit } = early.current;
    // Discards the early Enter if the text is empty, because `useTyped` has then removed an API key.
    if (text === '') early.current = null;
    else if (entry !== undefined) {
      early.current = null;
      void choose(entry, store, visit);
    }
  }, [entries, isPending, text, store]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    const entry = entries[active];
    const visit = event.ctrlKey || event.metaKey;
    if (step !== undefined) {
      const next = Math.max(0, Math.min(active + step, entries.length - 1));
      setPickedKey(entries[next]?.key ?? null);
    } else if (event.key !== 'Enter') return;
    else if (isPending && picked < 0) early.current = { visit };
    else if (entry) void choose(entry, store, visit);
    event.preventDefault();
  };

  return (
    <Dialog title="Search or jump to…" size="medium" bare onClose={close}>
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
        placeholder="Boards, papers, views, settings, commands"
        maxLength={LONGEST.shortText}
        value={text}
        onChange={(event) => {
          early.current = null;
          setPickedKey(null);
          void type(event.target.value);
        }}
        onKeyDown={(event) => onKeys(onKeyDown)(event)}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Results" className={`scroll ${styles.list}`}>
        {groups.map(({ title, entries: groupEntries }) => (
          <div key={title} role="group" aria-label={title ?? 'Results'}>
            {title !== null && (
              <p className={`hint bold ${styles.heading}`} aria-hidden>
                {title}
              </p>
            )}
            {groupEntries.map((entry) => {
              const index = entries.indexOf(entry);
              return (
                <div
                  key={entry.key}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  aria-disabled={entry.isOff === true}
                  className={`row choosable ${styles.option}`}
                  onMouseMove={() => setPickedKey(entry.key)}
                  // Keeps the focus in the input when the user clicks an entry.
                  onMouseDown={(event) => event.preventDefault()}
                  onKeyDown={(event) => onKeys(onKeyDown)(event)}
                  onClick={() => void choose(entry, store)}
                >
                  <Entry entry={entry} />
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {entries.length === 0 && <p className="padded-3 muted">No results.</p>}
      {entries[active]?.room !== undefined && (
        <p className="hint line-above padded">
          <kbd>{keyLabel(VISIT_KEY)}</kbd> visits the room
        </p>
      )}
      <p className="visually-hidden" role="status">
        {counted(entries.length, 'result')}
      </p>
    </Dialog>
  );
}

/** Returns the typed text and the text to search for. If the user types an API key, clears the text. */
function useTyped() {
  const isKey = useApp((state) => state.isKey);
  const [text, setText] = useState('');
  const [searched, setSearched] = useState('');
  const latest = useRef('');
  const type = async (typed: string): Promise<void> => {
    latest.current = typed;
    setText(typed);
    const wasKey = isLikeKey(typed) && (await isKey(typed));
    if (latest.current !== typed) return;
    if (wasKey) setText('');
    setSearched(wasKey ? '' : typed);
  };
  return { text, searched, type };
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** Searches boards after a pause in typing. Returns the previous results until the new results arrive. */
function useBoards(text: string) {
  const search = useApp((state) => state.searchBoards);
  const [found, setFound] = useState<readonly FoundRoom[]>([]);
  const [answered, setAnswered] = useState('');
  const query = pastedId(text) ?? text.trim();
  useEffect(() => {
    let cancelled = false;
    const answer = async (): Promise<void> => {
      if (query.length < 2) setFound([]);
      else await search(query, setFound, () => cancelled);
      if (!cancelled) setAnswered(query);
    };
    const timer = setTimeout(() => void answer(), PAUSE);
    return () => {
      cancelled = true;
      clearTimeout(timer);
    };
  }, [search, query]);
  return { found, isSearching: answered !== query };
}

const PAUSE = 60;

function Entry({ entry }: { readonly entry: PaletteEntry }) {
  const { Icon, label, aside, isOff, shortcut, room } = entry;
  const pictureOf = useApp(({ currentId }) => (room?.connectionId === currentId ? room?.id : null));
  const source = usePicture(pictureOf ?? null)?.source;
  return (
    <>
      <span className={`centre fixed ${styles.face}`}>
        {source === undefined ? <Icon size={14} /> : <Shown source={source} size="inline" />}
      </span>
      <span className={classNames('grow ellipsis', isOff && 'muted')}>{label}</span>
      <span className={`row-tight hint ${styles.aside}`}>{aside}</span>
      {shortcut !== undefined && <kbd>{keyLabel(shortcut)}</kbd>}
    </>
  );
}

async function choose(entry: PaletteEntry, store: AppStore, visit = false): Promise<void> {
  const { room } = entry;
  if (entry.isOff === true) return;
  store.getState().closeDialog();
  return room !== undefined && visit ? visitRoom(store, room) : entry.run(store);
}

export interface PaletteEntry {
  readonly key: string;
  readonly Icon: LucideIcon;
  readonly label: ReactNode;
  readonly aside: ReactNode;
  readonly isOff?: boolean;
  readonly shortcut?: string | undefined;
  readonly room?: NamedRoom;
  readonly run: (store: AppStore) => void | Promise<void>;
}

const GROUP_ICONS: Readonly<Record<CommandGroup, LucideIcon>> = {
  Boards: LayoutGrid,
  Papers: FileText,
  Previews: Eye,
  Jobs: ListTodo,
  Connections: Plug,
  View: PanelsTopLeft,
  Help: CircleHelp,
};

function commandEntry({ command, reason }: Offer): PaletteEntry {
  return {
    key: command.id,
    Icon: GROUP_ICONS[command.group],
    label: command.label,
    aside: reason ?? command.group,
    isOff: reason !== null,
    shortcut: command.keys[0],
    run: (store) => runCommand(command, store),
  };
}

function roomEntry({ currentId, connections }: AppState, room: FoundRoom): PaletteEntry {
  const { kind, id, name, connectionId } = room;
  const isPaper = kind === 'paper';
  const otherConnection = connections.find((each) => each.id === connectionId && each.id !== currentId);
  return {
    key: `${kind} ${connectionId} ${id}`,
    Icon: isPaper ? FileText : LayoutGrid,
    label: <RoomTitle name={name} id={id} />,
    aside:
      otherConnection === undefined ? (
        capital(kind)
      ) : (
        <>
          {capital(kind)} in <ConnectionDot color={otherConnection.color} />
          <span className="ellipsis sensitive">{otherConnection.name}</span>
        </>
      ),
    room,
    run: (store) => {
      const { showPaper, go } = store.getState();
      return isPaper ? showPaper(id) : go({ kind, id, connectionId });
    },
  };
}

function viewEntries(state: AppState, of: ListOf, query: string): readonly PaletteEntry[] {
  if (!isOpen(state, of)) return [];
  return state.lists[of].views
    .filter(({ name }) => matchOf(`${of}s view ${name}`, query) !== null)
    .map(({ id, name }) => ({
      key: `view ${of} ${id}`,
      Icon: Bookmark,
      label: <span className="sensitive">{name}</span>,
      aside: of === 'board' ? 'View' : 'Papers view',
      run: (store) => store.getState().openPin({ of, id, name }),
    }));
}

function isOpen({ boardsOf, papersOf, currentId }: AppState, of: ListOf): boolean {
  return (of === 'board' ? boardsOf : papersOf) === currentId;
}

function connectionEntries({ connections, currentId }: AppState, query: string): readonly PaletteEntry[] {
  return connections
    .filter(
      ({ id, name, environment }) =>
        id !== currentId && matchOf(`switch to connection ${name} ${environment}`, query) !== null,
    )
    .map(({ id, name, environment }) => ({
      key: `connection ${id}`,
      Icon: Cable,
      label: (
        <>
          Switch to <span className="sensitive">{name}</span>
        </>
      ),
      aside: <EnvironmentBadge environment={environment} />,
      run: (store) => store.getState().go({ kind: 'connection', id }),
    }));
}

function settingEntries(query: string): readonly PaletteEntry[] {
  return SETTINGS.filter(
    ({ section, label, about }) => matchOf(`settings ${section} ${label} ${about}`, query) !== null,
  ).map(({ id, label, section }) => ({
    key: `setting ${id}`,
    Icon: Settings,
    label,
    aside: `Settings, ${section}`,
    run: (store) => store.getState().go({ kind: 'setting', id }),
  }));
}

function paperEntries(state: AppState, query: string, id: string | null): readonly PaletteEntry[] {
  const { currentId, papersOf, papers } = state;
  if (currentId === null || papersOf !== currentId) return [];
  return (papers ?? [])
    .filter(
      (paper) =>
        paper.identifier === id || matchOf(`paper ${paper.name} ${paper.identifier}`, query) !== null,
    )
    .slice(0, MOST_PAPERS)
    .map(({ identifier, name }) =>
      roomEntry(state, { kind: 'paper', id: identifier, name, connectionId: currentId }),
    );
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

function customerEntries(state: AppState, query: string): readonly PaletteEntry[] {
  const lists = (['board', 'paper'] as const).filter((of) => isOpen(state, of));
  const known = lists.flatMap((of) =>
    state.lists[of].names.customers.map(({ name, boards }) => ({ name, count: counted(boards, of) })),
  );
  return [...Map.groupBy(known, ({ name }) => foldText(name))]
    .flatMap(([, [first, ...others]]) => (first === undefined ? [] : [{ first, others }]))
    .filter(({ first }) => matchOf(`customer ${first.name}`, query) !== null)
    .slice(0, MOST_CUSTOMERS)
    .map(({ first: { name, count }, others }) => ({
      key: `customer ${name}`,
      Icon: Building2,
      label: <span className="sensitive">{name}</span>,
      aside: ['Customer', count, ...others.map((each) => each.count)].join(', '),
      run: (store) => store.getState().go({ kind: 'customer', name }),
    }));
}

/** Returns entries for a board and a paper with the typed id, unless the palette already lists them. */
function typedEntries(
  state: AppState,
  query: string,
  known: readonly PaletteEntry[],
  connectionId: string | null,
): readonly PaletteEntry[] {
  const id = pastedId(query);
  if (connectionId === null || id === null) return [];
  const isListed = (kind: NamedRoom['kind']): boolean =>
    known.some(({ room }) => room?.kind === kind && room.id === id && room.connectionId === connectionId);
  const shownId = <code className="sensitive">{id}</code>;
  const board: PaletteEntry = {
    ...roomEntry(state, { kind: 'board', id, name: labelOf(state, id), connectionId }),
    key: 'board',
    label: <>Open board {shownId}</>,
  };
  const room: NamedRoom = { kind: 'paper', id, connectionId };
  const mayVisit = toVisitRoom(state, connectionId, id);
  const paper: PaletteEntry = {
    key: 'room',
    Icon: Eye,
    label: <>Visit paper {shownId}</>,
    aside: mayVisit === true ? 'Live room' : mayVisit,
    isOff: mayVisit !== true,
    room,
    run: (store) => visitRoom(store, room),
  };
  // For a pasted room address, lists the paper first, because the API's room addresses contain ids of papers.
  const isAddress = id !== query;
  const boards = isListed('board') ? [] : [board];
  const rooms = isListed('board') || isListed('paper') || !(isAddress || UUID.test(id)) ? [] : [paper];
  return isAddress ? [...rooms, ...boards] : [...boards, ...rooms];
}

const MOST_PAPERS = 5;
const MOST_CUSTOMERS = 4;
const MOST_SETTINGS = 4;

const ROOM = /\/room\/([^/?#\s]+)/u;

/** Returns the id from a pasted room address, or the text itself if it looks like an id, otherwise null. */
export function pastedId(text: string): string | null {
  const room = ROOM.exec(text)?.[1];
  if (room !== undefined) return decoded(room) ?? room;
  return /^(?=.*\d)[^\s/?#\\]{6,}$/u.exec(text.trim())?.[0] ?? null;
}

/** Returns the connection with the host of a pasted room address, or null. For other texts, the current connection. */
function ownerOf({ currentId, connections }: AppState, text: string) {
  const address = ROOM.test(text) ? (URL.parse(text) ?? URL.parse(`https://${text}`)) : null;
  if (address === null || address.host === '') return { host: null, connectionId: currentId };
  const owners = connections.filter(({ appUrl }) => URL.parse(appUrl)?.host === address.host);
  const owner = owners.find(({ id }) => id === currentId) ?? owners[0];
  return { host: address.host, connectionId: owner?.id ?? null };
}

const SYNONYMS: Readonly<Record<string, string>> = {
  'activity.export-csv': 'audit log',
  'boards.copy-link': 'invite share token',
  'boards.delete': 'remove erase',
  'boards.edit-notes': 'label tag customer protect',
  'boards.preview': 'preview join watch room',
  'boards.refresh': 'reload',
  'boards.rename': 'rename name',
  'connections.edit': 'colour color address url',
  'connections.export': 'backup',
  'connections.practise': 'practice demo training sandbox',
  'connections.practise-outage': 'practise rehearse drill',
  'connections.practise-rotation': 'practise rehearse drill',
  'connections.switch': 'account',
  'connections.try-now': 'try test status',
  'help.open': 'keyboard keys manual',
  'help.save-diagnostics': 'logs support',
  'jobs.show': 'queue progress',
  'jobs.team-plans': 'approve approval four eyes plan',
  'keys.rehearse': 'test verify',
  'keys.stage': 'rotate rotation renew replace change api token',
  'network.settings': 'proxy certificate ca firewall',
  'papers.class-pack': 'students invite bulk many qr mail make join links new papers',
  'papers.copy-link': 'invite share token',
  'papers.delete': 'remove erase',
  'papers.edit-notes': 'label tag customer protect',
  'papers.preview': 'preview join watch room',
  'papers.refresh': 'reload',
  'view.activity': 'audit log history',
  'view.blur': 'hide privacy share screen',
  'view.lock': 'log out sign out',
  'view.service-status': 'health outage',
  'view.settings': 'preferences options theme dark light',
};

interface Offer {
  readonly command: Command;
  readonly reason: string | null;
  readonly rank: number;
}

/** Ranks a command by its label. Null without a match. Disabled commands rank last, unless the label is fully typed. */
function offerOf(command: Command, state: AppState, text: string): Offer | null {
  const plain = (label: string): string => foldText(label.replace(/…$/u, ''));
  const [name, query] = [plain(command.label), plain(text)];
  const match = matchOf(`${command.group} ${name} ${SYNONYMS[command.id] ?? ''}`, query);
  if (match === null) return null;
  const reason = disabledReason(command, state);
  const named = name === query ? 0 : name.startsWith(query) ? 1 : matchOf(name, query) === 0 ? 2 : 3;
  const rank = match === 1 ? LOOSE_RANK : named;
  return { command, reason, rank: reason === null ? rank : rank === 0 ? 0.5 : DISABLED_RANK + rank };
}

const LOOSE_RANK = 5;

/** Added to the rank of disabled commands, unless the user typed the whole label. */
const DISABLED_RANK = 10;

export interface PaletteGroup {
  readonly title: string | null;
  readonly entries: readonly PaletteEntry[];
}

/** Returns the palette's entries for a typed text, best first. `found`: boards that the search has found. */
export function paletteGroups(
  state: AppState,
  text: string,
  found: readonly FoundRoom[] = [],
): readonly PaletteGroup[] {
  const query = text.trim();
  const lengthOf = ({ command }: Offer): number => (query === '' ? 0 : command.label.length);
  const offers = COMMANDS.filter((command) => command.id !== 'view.palette' && isOffered(command, state))
    .flatMap((command) => offerOf(command, state, query) ?? [])
    .sort((one, other) => one.rank - other.rank || lengthOf(one) - lengthOf(other));
  if (query === '') return startGroups(state, offers);
  const { host, connectionId } = ownerOf(state, query);
  if (host !== null && connectionId === null) {
    const label = <span className="sensitive">Room on the host {host}</span>;
    const aside = 'No connection uses this host';
    const entry = { key: 'foreign-room', Icon: Eye, label, aside, isOff: true, run: () => undefined };
    return [{ title: null, entries: [entry] }];
  }
  const isFirst = (offer: Offer): boolean => offer.rank < LOOSE_RANK;
  const rooms = [
    ...paperEntries(state, query, pastedId(query)),
    ...found.map((room) => roomEntry(state, room)),
  ];
  const entries = [
    ...offers.filter(isFirst).map(commandEntry),
    ...connectionEntries(state, query),
    ...viewEntries(state, 'board', query),
    ...viewEntries(state, 'paper', query),
    ...customerEntries(state, query),
    ...rooms,
    ...settingEntries(query).slice(0, MOST_SETTINGS),
    ...offers.filter((offer) => !isFirst(offer)).map(commandEntry),
    // Entries that use the typed text as an id come last, because any word with a digit could be an id.
    ...typedEntries(state, query, rooms, connectionId),
  ];
  return entries.length === 0 ? [] : [{ title: null, entries }];
}

const MOST_AT_START = 6;

function startGroups(state: AppState, offers: readonly Offer[]): readonly PaletteGroup[] {
  const { currentId, recent, screen } = state;
  const enabled = offers.filter(({ reason }) => reason === null);
  const ofScreen = enabled.filter(
    ({ command: { scope, keys, screens } }) =>
      scope === 'app' && keys.length > 0 && screens?.includes(screen),
  );
  const suggested =
    ofScreen.length > 0 ? ofScreen : enabled.filter(({ command }) => command.group === 'Connections');
  const rooms = recent
    .filter(({ kind, id }) => kind === 'board' || knownPaper(state, id)?.deletedAt == null)
    .map((room) =>
      roomEntry(state, { ...room, name: nameOfRecent(state, room), connectionId: currentId ?? '' }),
    );
  const groups: readonly PaletteGroup[] = [
    { title: 'Recent', entries: rooms.slice(0, MOST_AT_START) },
    { title: 'Suggested', entries: suggested.slice(0, MOST_AT_START).map(commandEntry) },
    {
      title: 'Go to',
      entries: enabled.filter(({ command }) => command.label.startsWith('Go to ')).map(commandEntry),
    },
    { title: 'Connections', entries: connectionEntries(state, '').slice(0, MOST_AT_START) },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
