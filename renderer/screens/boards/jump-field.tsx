/** Ctrl+G: goes to the board whose id begins with what is typed. */
import { useId, useRef, useState } from 'react';
import { useApp, useAppStore } from '../../store/use-app.ts';
import styles from './boards-grid.module.css';

/** The field above the rows while it is open. Enter goes on to the next such board, Esc back to the rows. */
export function JumpField() {
  const open = useApp((state) => state.boardJumpOpen);
  return open ? <OpenField /> : null;
}

function OpenField() {
  const store = useAppStore();
  const [prefix, setPrefix] = useState('');
  const [missing, setMissing] = useState(false);
  const current = useRef('');
  const id = useId();

  async function jump(text: string, after: number): Promise<void> {
    const found = text === '' || (await store.getState().jumpToBoard(text, after));
    if (current.current === text) setMissing(!found);
  }

  function close(): void {
    store.getState().setBoardJumpOpen(false);
    document.querySelector<HTMLElement>('[role$="grid"]')?.focus();
  }

  return (
    <div className={`popup row ${styles.corner}`}>
      <label htmlFor={id}>Go to id</label>
      <input
        id={id}
        ref={(input) => input?.focus()}
        className="control mono"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        aria-describedby={`${id}-note`}
        aria-invalid={missing || undefined}
        value={prefix}
        onChange={(event) => {
          const text = event.target.value.trim();
          setPrefix(event.target.value);
          current.current = text;
          void jump(text, 0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' || event.key === 'ArrowDown') close();
          else if (event.key === 'Enter') {
            void jump(current.current, (store.getState().boardSelection?.rank ?? -1) + 1);
          } else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onBlur={() => store.getState().setBoardJumpOpen(false)}
      />
      <span id={`${id}-note`} className="hint" role="status">
        {missing ? 'No such id.' : 'Enter: next, Esc: back'}
      </span>
    </div>
  );
}
