import { undoNotes } from '../commands/board-list-commands.ts';
import { keyLabel } from '../commands/key-strokes.ts';
import { runCommand } from '../commands/run.ts';
import { useApp, useAppStore } from '../store/use-app.ts';
import styles from './status-bar.module.css';

/** Offers to undo a change of notes while its message is shown. */
export function UndoOffer() {
  const store = useAppStore();
  const offered = useApp((state) => state.boardUndo?.serial === state.message.serial);
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  if (!offered) return null;
  return (
    <button
      type="button"
      className={`link ring-inside ${styles.undo}`}
      title={`${undoNotes.label} (${keyLabel('Mod+Z', platform)})`}
      onClick={() => {
        void runCommand(undoNotes, store);
        // The button is gone with its focus: the rows have it again.
        document.querySelector<HTMLElement>('[role="grid"]')?.focus();
      }}
    >
      Undo
    </button>
  );
}
