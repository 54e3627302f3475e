/** A name that is changed where it stands in a grid, as file managers do: by F2, or by a second click on it. */
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { CircleAlert } from 'lucide-react';
import type { Failure } from '../../preload/contract/failure.ts';
import { useApp, useAppStore } from '../store/use-app.ts';
import { classNames } from './class-names.ts';
import { failureSentence } from './failure-notice.tsx';
import styles from './rename.module.css';

export interface RenameFieldProps {
  readonly id: string;
  /** What is renamed, for who can't see where the field stands: "Rename board". */
  readonly label: string;
  readonly placeholder: string;
  /** The name as it is. */
  readonly saved: string;
  readonly longest: number;
  readonly onKeep: (id: string, name: string) => Promise<Failure | null>;
}

/** A kept name is on show after this time at the latest, in ms. */
const SHOWN = 600;

const gridOf = (input: HTMLElement | null): HTMLElement | null =>
  input?.closest<HTMLElement>('[role="grid"]') ?? null;

/**
 * The field. Enter keeps the name, as leaving the field does; Escape leaves it as it was. Both lead back to the row. What
 * could not be kept stays, with the reason below it.
 */
export function RenameField({ id, label, placeholder, saved, longest, onKeep }: RenameFieldProps) {
  const store = useAppStore();
  const text = useApp(({ renaming }) => (renaming?.id === id ? renaming.text : ''));
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const [error, setError] = useState('');
  /** The name that was kept, until the row has it too. */
  const [kept, setKept] = useState<string | null>(null);
  const isOver = useRef(false);

  function close(): void {
    isOver.current = true;
    if (store.getState().renaming?.id === id) store.getState().rename(null);
  }

  async function keep(): Promise<void> {
    if (isOver.current) return;
    const name = text.trim();
    if (name === saved) return close();
    isOver.current = true;
    const failed = await onKeep(id, name);
    if (failed === null) return setKept(name);
    isOver.current = false;
    setError(failureSentence(failed));
  }

  /** What is done at the keyboard goes on from the row. */
  async function keepByKey(): Promise<void> {
    await keep();
    if (isOver.current) gridOf(input.current)?.focus();
  }

  const begin = useEffectEvent(() => {
    const field = input.current;
    const { renaming } = store.getState();
    const isBusy = document.activeElement?.matches('input, textarea, select, webview') === true;
    // It was asked for a while ago, or the person is elsewhere by now.
    if (renaming === null || renaming.until < Date.now() || isBusy) return close();
    field?.focus();
    if (renaming.text === saved) field?.select();
    if (document.activeElement !== field) close();
  });
  useEffect(() => begin(), []);

  const isShown = kept === saved;
  const end = useEffectEvent(close);
  useEffect(() => {
    if (isShown) end();
    const timer = kept === null ? undefined : setTimeout(() => end(), SHOWN);
    return () => clearTimeout(timer);
  }, [kept, isShown]);

  // The row may go, or be drawn elsewhere: there another field takes the focus.
  useEffect(() => {
    const grid = gridOf(input.current);
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) grid?.focus();
      });
    };
  }, []);

  function press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') return void keepByKey();
    isOver.current = true;
    gridOf(input.current)?.focus();
    close();
  }

  return (
    <>
      <input
        ref={input}
        type="text"
        className={classNames('control wide', styles.field, text !== '' && 'sensitive')}
        aria-label={label}
        placeholder={placeholder}
        aria-invalid={error !== '' || undefined}
        aria-describedby={error === '' ? undefined : errorId}
        autoComplete="off"
        spellCheck={false}
        maxLength={longest}
        readOnly={kept !== null}
        value={kept ?? text}
        onChange={(event) => {
          setError('');
          const { renaming, rename } = store.getState();
          if (renaming !== null) rename({ ...renaming, text: event.target.value });
        }}
        onKeyDown={press}
        onBlur={() => void keep()}
        // The grid would pick the row, or open it.
        onMouseDown={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      {error !== '' && <FieldError id={errorId} text={error} input={input} />}
    </>
  );
}

interface FieldErrorProps {
  readonly id: string;
  readonly text: string;
  readonly input: RefObject<HTMLElement | null>;
}

/** Above all else, for a row shows nothing outside of itself. */
function FieldError({ id, text, input }: FieldErrorProps) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (input.current !== null) ref.current?.showPopover({ source: input.current });
  }, [input]);
  return (
    <p ref={ref} id={id} role="alert" popover="manual" className={`popup ${styles.error}`}>
      <span className="row-tight start danger">
        <CircleAlert size={14} />
        <span className="sensitive">{text}</span>
      </span>
    </p>
  );
}

/** A second click is none of a double click, and comes at rest. */
const AT_REST = 500;

/** Hears the second click on the name of the row that is selected already, in the grid beside it. */
export function SecondClick({ onRename }: { readonly onRename: () => void }) {
  const mark = useRef<HTMLSpanElement>(null);
  const rename = useEffectEvent(onRename);
  useEffect(() => {
    const grid = mark.current?.parentElement?.querySelector<HTMLElement>('[role="grid"]');
    let armed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = (): void => clearTimeout(timer);
    function down(event: MouseEvent): void {
      take();
      const name = event.target instanceof Element ? event.target.closest('[data-name]') : null;
      const row = name?.closest('[data-active][aria-selected="true"]') ?? null;
      const isPlain = event.button === 0 && !event.shiftKey && !event.ctrlKey && !event.metaKey;
      const isPicked = row?.querySelector('[data-pick] :checked') != null;
      armed = row !== null && isPlain && !isPicked && document.activeElement === grid;
    }
    function click(): void {
      if (armed) timer = setTimeout(() => rename(), AT_REST);
      armed = false;
    }
    const ends = ['dblclick', 'keydown', 'scroll', 'focusout'] as const;
    // Before the grid itself, which then selects the row.
    grid?.addEventListener('mousedown', down, { capture: true });
    grid?.addEventListener('click', click);
    for (const end of ends) grid?.addEventListener(end, take);
    return () => {
      take();
      grid?.removeEventListener('mousedown', down, { capture: true });
      grid?.removeEventListener('click', click);
      for (const end of ends) grid?.removeEventListener(end, take);
    };
  }, []);
  return <span ref={mark} hidden />;
}
