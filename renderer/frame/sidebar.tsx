import { sharedAccount } from '../store/changes.ts';
import {
  ChevronsUpDown,
  CircleQuestionMark,
  Eye,
  FileText,
  FlaskConical,
  History,
  House,
  KeyRound,
  LayoutGrid,
  Network,
  Pencil,
  Plus,
  Settings,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import {
  editConnection,
  goToActivity,
  goToBoards,
  goToHome,
  goToKeys,
  goToPapers,
  goToPreviews,
  goToSettings,
  networkSettings,
  newConnection,
  practise,
  switchConnection,
} from '../commands/frame-commands.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { keyLabel } from '../lib/keys.ts';
import { runCommand } from '../commands/run.ts';
import type { Command } from '../commands/command.ts';
import { Pane } from '../parts/pane.tsx';
import { useNarrow } from '../parts/use-narrow.ts';
import type { Screen } from '../store/ui-slice.ts';
import { useApp, useAppStore } from '../store/use-app.ts';
import styles from './sidebar.module.css';
import { ConnectionDot, EnvironmentBadge, KeyTrouble, ReadOnlyMark } from '../parts/connection-mark.tsx';
import { currentConnection } from '../store/connections-slice.ts';
import { laterPart } from './load-later.ts';
import { counted, formatNumber, visible } from '../lib/format.ts';

export function Sidebar() {
  const boards = useApp((state) => {
    if (state.boards === null || state.boards.connectionId !== state.currentId) return null;
    const { rows, phase } = state.boards;
    // Shows no count of 0 while boards are being listed, because boards may still arrive.
    return rows > 0 || phase === 'done' ? rows : null;
  });
  const unresolved = useApp((state) => state.unresolved);
  const unresolvedBoards = unresolved.filter(({ kind }) => kind === 'board').length;
  const unresolvedPapers = unresolved.length - unresolvedBoards;
  const previews = useApp((state) => state.previews.length);
  const isShared = useApp((state) => sharedAccount(state, state.currentId) !== null);
  return (
    <Pane label="Sidebar" className={`column-2 fixed scroll ${styles.sidebar}`}>
      <ConnectionSwitcher />
      <nav aria-label="Screens" className={`column ${styles.group}`}>
        <ScreenLink screen="home" command={goToHome} icon={<House size={16} />} name="Home" />
        <ScreenLink screen="boards" command={goToBoards} icon={<LayoutGrid size={16} />} name="Boards">
          <UnresolvedCreates count={unresolvedBoards} />
          {boards !== null && <span className={`hint folded ${styles.aside}`}>{formatNumber(boards)}</span>}
        </ScreenLink>
        <ScreenLink screen="papers" command={goToPapers} icon={<FileText size={16} />} name="Papers">
          <UnresolvedCreates count={unresolvedPapers} />
          {unresolvedPapers === 0 && (
            <span className={`hint folded ${styles.aside}`}>
              {isShared ? 'of the team' : 'on this computer'}
            </span>
          )}
        </ScreenLink>
        <ScreenLink screen="previews" command={goToPreviews} icon={<Eye size={16} />} name="Live previews">
          {previews > 0 && (
            <span className={`mark warning bold ${styles.unresolved}`}>
              {previews} <span className="folded">open</span>
            </span>
          )}
        </ScreenLink>
        <ScreenLink screen="activity" command={goToActivity} icon={<History size={16} />} name="Activity" />
        <ScreenLink
          screen="keys"
          command={goToKeys}
          icon={<KeyRound size={16} />}
          name="Keys & connections"
        />
        <ScreenLink screen="settings" command={goToSettings} icon={<Settings size={16} />} name="Settings" />
      </nav>
      <PinnedViews />
      <div className="rest" />
      <div className={`column ${styles.group}`} role="group" aria-labelledby="sidebar-connections">
        <h2 className={`hint folded ${styles.heading}`} id="sidebar-connections">
          Connections
        </h2>
        <Action command={newConnection} icon={<Plus size={16} />} />
        <Action command={editConnection} icon={<Pencil size={16} />} />
        <Action command={networkSettings} icon={<Network size={16} />} />
        <Action command={practise} icon={<FlaskConical size={16} />} />
      </div>
    </Pane>
  );
}

function UnresolvedCreates({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span
      className={`mark warning bold ${styles.unresolved}`}
      title={`${counted(count, 'unknown outcome')} to check`}
    >
      <CircleQuestionMark size={13} />
      {count}
      <span className="visually-hidden"> unknown, </span>
    </span>
  );
}

interface ScreenLinkProps {
  readonly screen: Screen;
  readonly command: Command;
  readonly icon: ReactNode;
  readonly name: string;
  readonly children?: ReactNode;
}

function ScreenLink({ screen, command, icon, name, children }: ScreenLinkProps) {
  const store = useAppStore();
  const isHere = useApp((state) => state.screen === screen);
  const folded = useNarrow();
  const keys = command.keys.map((key) => keyLabel(key)).join(', ');
  return (
    <button
      type="button"
      className={`row round choosable relative ${styles.place}`}
      aria-current={isHere ? 'page' : undefined}
      title={folded ? `${name} (${keys})` : keys}
      onClick={() => void runCommand(command, store)}
    >
      {icon}
      <span className="grow nowrap folded">{name}</span>
      {children}
    </button>
  );
}

function Action({ command, icon }: { readonly command: Command; readonly icon: ReactNode }) {
  const folded = useNarrow();
  return (
    <CommandButton
      command={command}
      icon={icon}
      iconOnly={folded}
      variant="quiet"
      className={styles.action}
    />
  );
}

const PinnedViews = laterPart((loaded) => loaded.PinnedViews);
const ConnectionList = laterPart((loaded) => loaded.ConnectionList);

function ConnectionSwitcher() {
  const current = useApp(currentConnection);
  const open = useApp((state) => state.switcherOpen);
  const setOpen = useApp((state) => state.setSwitcherOpen);
  const [button, setButton] = useState<HTMLElement | null>(null);
  const folded = useNarrow();
  const blurred = useApp((state) => state.blurred);
  const hint = `${switchConnection.label} (${keyLabel('Mod+Shift+C')})`;

  return (
    <>
      <button
        ref={setButton}
        type="button"
        className={`row fixed round raised choosable ${styles.switcher}`}
        aria-haspopup="menu"
        aria-expanded={open}
        title={folded && !blurred ? `${current?.name ?? 'No connection'}. ${hint}` : hint}
        onClick={() => setOpen(!open)}
      >
        <span className={`column-0 start grow ${styles.current}`}>
          <span className="visually-hidden">Connection: </span>
          <span className="row-tight">
            {current && <ConnectionDot color={current.color} />}
            <span className="ellipsis grow bold sensitive folded">
              {current === null ? 'No connection' : visible(current.name)}
            </span>
          </span>
          {current && (
            <span className={`row-tight folded ${styles.facts}`}>
              <EnvironmentBadge environment={current.environment} />
              <ReadOnlyMark connection={current} />
              <KeyTrouble connection={current} />
            </span>
          )}
        </span>
        {!folded && <ChevronsUpDown size={14} />}
      </button>
      <ConnectionList button={button} />
    </>
  );
}
