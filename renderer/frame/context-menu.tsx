import { useEffect, useState } from 'react';
import { isOffered, type Command } from '../commands/command.ts';
import { COMMANDS } from '../commands/registry.ts';
import { entryOf } from '../commands/command-menu.tsx';
import { disabledReason } from '../commands/run.ts';
import { Menu, type MenuEntry } from '../parts/menu.tsx';
import { boardsPicked } from '../store/boards-slice.ts';
import { HeaderMenu, type HeaderMenuProps } from '../screens/boards/menus.tsx';
import { papersPicked } from '../store/papers-slice.ts';
import type { AppState, AppStore } from '../store/store.ts';
import { useAppStore } from '../store/use-app.ts';
import { onKeys } from '../lib/keys.ts';

interface Opened {
  readonly left: number;
  readonly top: number;
  readonly what: readonly MenuEntry[] | Pick<HeaderMenuProps, 'of' | 'column' | 'sortable'>;
}

function headerAt(target: Element, { screen }: AppState): Opened['what'] | null {
  const header = target.closest<HTMLElement>('[role="columnheader"][data-column]');
  const column = header?.dataset['column'];
  if (column === undefined || target.closest('aside') !== null) return null;
  if (screen !== 'boards' && screen !== 'papers') return null;
  return {
    of: screen === 'boards' ? 'board' : 'paper',
    column,
    sortable: header?.hasAttribute('aria-sort') === true,
  };
}

export function ContextMenu() {
  const store = useAppStore();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [point, setPoint] = useState<HTMLElement | null>(null);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const open = (event: Event, target: Element, left: number, top: number): void => {
      const what = headerAt(target, store.getState()) ?? entriesAt(target, store);
      if ('length' in what && what.length === 0) return;
      event.preventDefault();
      setOpened({ left, top, what });
    };
    const onPress = (event: MouseEvent): void => {
      if (event.target instanceof Element) open(event, event.target, event.clientX, event.clientY);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
      const focused = document.activeElement;
      const row = document.getElementById(focused?.getAttribute('aria-activedescendant') ?? '') ?? focused;
      if (row === null) return;
      const { left, bottom } = row.getBoundingClientRect();
      open(event, row, left + 24, bottom);
    };
    document.addEventListener('contextmenu', onPress, { signal });
    document.addEventListener('keydown', onKeys(onKey), { signal });
    return () => listening.abort();
  }, [store]);

  if (opened === null) return null;
  const { left, top, what } = opened;
  const close = (): void => setOpened(null);
  return (
    <>
      <span key={`${left} ${top}`} ref={setPoint} style={{ position: 'fixed', left, top }} />
      {point !== null &&
        ('length' in what ? (
          <Menu label="Actions" anchor={point} groups={[{ title: null, entries: what }]} onClose={close} />
        ) : (
          <HeaderMenu {...what} anchor={point} onClose={close} />
        ))}
    </>
  );
}

function entriesAt(target: Element, store: AppStore): readonly MenuEntry[] {
  const state = store.getState();
  if (state.dialog !== null || target.closest('input, textarea, [popover], dialog, webview, aside') !== null)
    return [];
  if (target.closest('[role="row"][data-rank], [role="grid"], [role="treegrid"], [role="tab"]') === null)
    return [];
  const { screen } = state;
  const picked = screen === 'papers' ? papersPicked(state) : screen === 'boards' ? boardsPicked(state) : 0;
  const isLast = ({ keys }: Command): number => Number(keys.includes('Delete'));
  return (
    COMMANDS.filter(
      (command) =>
        command.screens?.includes(screen) === true &&
        (command.scope === 'rows' || command.group === 'Previews') &&
        isOffered(command, state),
    )
      .toSorted((one, other) => isLast(one) - isLast(other))
      .map((command) => entryOf(command, store, disabledReason(command, state)))
      // If several rows are selected, omits disabled commands, such as commands for a single row.
      .filter((entry) => picked < 2 || entry.disabledReason === null)
  );
}
