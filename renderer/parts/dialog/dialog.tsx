import { use, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { X } from 'lucide-react';
import { create } from 'zustand';
import { Button, IconButton } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { ConnectionMark, DialogConnection } from '../connection-mark.tsx';
import { Form } from '../form.tsx';
import { Spoken } from '../spoken.tsx';
import styles from './dialog.module.css';

const useOpen = create<readonly HTMLDialogElement[]>(() => []);

/** Returns the topmost dialog, or null. Toasts are rendered inside it, because everything outside of it is inert. */
export function useTopDialog(): HTMLDialogElement | null {
  return useOpen((open) => open.at(-1) ?? null);
}

export interface DialogProps {
  readonly title: string;
  readonly roomName?: string;
  readonly onClose: () => void;
  /** Called on Esc. Default: `onClose`. */
  readonly onEscape?: () => void;
  readonly children: ReactNode;
  /** Buttons, confirm button last. A plain text becomes the label of a button that closes the dialog. */
  readonly footer?: ReactNode;
  readonly size?: 'small' | 'medium' | 'large';
  /** Role of the dialog. Use `alertdialog` for questions, because screen readers then read the content aloud. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly bare?: boolean;
  readonly onSubmit?: () => void;
}

function show(dialog: HTMLDialogElement): void {
  dialog.showModal();
  dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}

/** Modal dialog. Focuses the element with `data-autofocus`, else the first focusable element. Esc calls `onEscape`. */
export function Dialog(props: DialogProps) {
  const { title, roomName, onClose, children, footer, onSubmit } = props;
  const { size = 'small', role = 'dialog', bare = false, onEscape = onClose } = props;
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  const connection = use(DialogConnection);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    show(dialog);
    useOpen.setState((open) => [...open, dialog], true);
    return () => {
      // Calls `close`, because removing an open dialog from the DOM would not restore the focus.
      dialog.close();
      useOpen.setState((open) => open.filter((each) => each !== dialog), true);
    };
  }, []);

  const where = connection !== null && (
    <div className={`row small ${styles.where}`} id={`${id}-where`}>
      <span className="visually-hidden">Connection: </span>
      <ConnectionMark connection={connection} />
    </div>
  );
  const describedBy = classNames(
    connection !== null && `${id}-where`,
    role === 'alertdialog' && `${id}-body`,
  );
  const inside = (
    <>
      <div className={bare ? 'fill' : `column-3 scroll anywhere ${styles.body}`} id={`${id}-body`}>
        {children}
      </div>
      {footer !== undefined && (
        <footer className={`wrap end line-above ${styles.footer}`}>
          {typeof footer === 'string' ? (
            <Button data-autofocus onClick={onClose}>
              {footer}
            </Button>
          ) : (
            footer
          )}
        </footer>
      )}
    </>
  );
  return (
    <dialog
      ref={ref}
      role={role}
      className={classNames('popup wide', styles.dialog, styles[size], bare && styles.bare)}
      {...(bare ? { 'aria-label': title } : { 'aria-labelledby': `${id}-title` })}
      aria-describedby={describedBy === '' ? undefined : describedBy}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        onEscape();
      }}
      // Handles the event `close` too, because in Chromium a second Esc closes the dialog despite `preventDefault`.
      onClose={(event) => {
        if (event.target !== ref.current || ref.current.open) return;
        onEscape();
        // Opens the dialog again if React still renders it, for example because a call is running.
        requestAnimationFrame(() => {
          if (ref.current?.open === false) show(ref.current);
        });
      }}
    >
      {bare ? (
        where
      ) : (
        <header className={`between start ${styles.header}`}>
          <div className={`column-1 grow ${styles.head}`}>
            <h2 className="title" id={`${id}-title`}>
              {title}
              {roomName !== undefined && <span className="sensitive"> {roomName}</span>}
            </h2>
            {where}
          </div>
          <IconButton label="Close" icon={<X size={16} />} onClick={onClose} />
        </header>
      )}
      <Spoken />
      {onSubmit ? (
        <Form className="fill" onSubmit={onSubmit}>
          {inside}
        </Form>
      ) : (
        inside
      )}
    </dialog>
  );
}
