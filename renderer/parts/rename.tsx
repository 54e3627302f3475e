import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import type { Failure } from '../../preload/contract/failure.ts';
import { LONGEST } from '../../preload/contract/limits.ts';
import type { Editing } from '../store/team-slice.ts';
import { useApp, useAppStore } from '../store/use-app.ts';
import { classNames } from './class-names.ts';
import styles from './rename.module.css';
import { onKeys } from '../lib/keys.ts';

export interface RenameFieldProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder: string;
  readonly onKeep: (id: string, name: string, editing: Editing<string>) => Promise<Failure | null>;
}

const gridOf = (input: HTMLElement | null): HTMLElement | null =>
  input?.closest<HTMLElement>('[role="grid"]') ?? null;

/** Field to rename a row. Enter or blur saves, Escape cancels. If saving fails, the field stays open. */
export function RenameField({ id, label, placeholder, onKeep }: RenameFieldProps) {
  const store = useAppStore();
  const text = useApp(({ renaming }) => (renaming?.id === id ? renaming.text : ''));
  const input = useRef<HTMLInputElement>(null);
  const [phase, setPhase] = useState<'open' | 'saving' | 'refused'>('open');
  const isKeeping = useRef(false);

  function close(byKey: boolean): void {
    const { renaming, rename } = store.getState();
    if (byKey && document.activeElement === input.current) gridOf(input.current)?.focus();
    if (renaming?.id === id) rename(null);
  }

  async function keep(byKey: boolean): Promise<void> {
    // Ignores the blur event of a field that is closing, because its name is already being saved.
    const { renaming } = store.getState();
    if (isKeeping.current || renaming?.id !== id) return;
    isKeeping.current = true;
    setPhase('saving');
    const { seen } = renaming;
    const name = renaming.text.trim();
    const failed = name === seen ? null : await onKeep(id, name, { seen, onEnd: () => close(false) });
    if (failed === null) return close(byKey);
    isKeeping.current = false;
    setPhase('refused');
    if (failed.code !== 'conflict') store.getState().raise(failed);
  }

  const begin = useEffectEvent(() => {
    const field = input.current;
    const { renaming } = store.getState();
    const isBusy = document.activeElement?.matches('input, textarea, select, webview') === true;
    // Closes the rename field at once if the request is too old, or if a room or another field has the focus.
    if (renaming === null || renaming.until < Date.now() || isBusy) return close(false);
    field?.focus();
    if (renaming.text === renaming.seen) field?.select();
    if (document.activeElement !== field) close(false);
  });
  useEffect(() => begin(), []);

  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') return void keep(true);
    isKeeping.current = true;
    close(true);
  }

  return (
    <input
      ref={input}
      type="text"
      className={classNames('control wide', styles.field, text !== '' && 'sensitive')}
      aria-label={label}
      placeholder={placeholder}
      aria-invalid={phase === 'refused' || undefined}
      // Read-only during the save, because the field closes afterwards and would lose new text.
      readOnly={phase === 'saving'}
      autoComplete="off"
      spellCheck={false}
      maxLength={LONGEST.shortText}
      value={text}
      onChange={(event) => {
        setPhase('open');
        const { renaming, rename } = store.getState();
        if (renaming !== null) rename({ ...renaming, text: event.target.value });
      }}
      onKeyDown={(event) => onKeys(press)(event)}
      onBlur={() => void keep(false)}
      // Keeps mouse events of this field from its row, because they would select or open the row.
      onMouseDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}
