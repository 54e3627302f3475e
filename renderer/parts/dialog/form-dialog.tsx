import { useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import type { Submission } from '../../store/use-dialog.ts';
import { Button } from '../button.tsx';
import { FailureNotice } from '../failure-notice.tsx';
import { useErrorFocus } from '../form.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

type Wrong = Parameters<Submission['submit']>[1];

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'size' | 'children'> {
  readonly form: Submission;
  readonly action: ReactNode;
  readonly off?: string | null | undefined;
  readonly wrong?: Wrong | (() => Wrong);
  readonly onSubmit: Parameters<Submission['submit']>[0];
  readonly onDone?: (() => void) | undefined;
  readonly onClose?: () => void;
  readonly cancel?: string;
  /** True if the action destroys data. Then its button is red, and Cancel has the focus, so that Enter is harmless. */
  readonly danger?: boolean;
  readonly asks?: boolean;
  readonly startsAtAction?: boolean;
}

export function FormDialog(props: FormDialogProps) {
  const { form, action, off, wrong, onSubmit, onDone, startsAtAction, children, ...rest } = props;
  const { onClose = form.close, cancel = 'Cancel', asks = false, danger = asks, ...dialog } = rest;
  const inside = useErrorFocus<HTMLDivElement>(form.errors);
  const typed = useRef(new Set<HTMLInputElement>());
  const [isWarned, warn] = useState(false);
  async function submit(): Promise<void> {
    const found = typeof wrong === 'function' ? wrong() : wrong;
    if (off != null || !(await form.submit(onSubmit, found))) return;
    typed.current.clear();
    onDone?.();
  }
  function onChange({ target }: ChangeEvent<HTMLInputElement>): void {
    if (target.matches('textarea, input[type="text"]')) typed.current.add(target);
    warn(false);
    form.changed();
  }
  /** Closes the dialog, but asks for a second Esc if the user has typed text. Ignores text in `data-disposable`. */
  function onEscape(): void {
    const texts = [...typed.current].filter((each) => each.closest('[data-disposable]') === null);
    if (form.busy || texts.every(({ value }) => value === '')) return onClose();
    typed.current.clear();
    warn(true);
  }
  return (
    <Dialog
      {...dialog}
      role={asks ? 'alertdialog' : 'dialog'}
      onClose={onClose}
      onEscape={onEscape}
      onSubmit={() => void submit()}
      footer={
        <>
          {isWarned && (
            <p className="grow" role="alert">
              Press Esc again to discard your text.
            </p>
          )}
          <Button data-autofocus={danger || undefined} onClick={onClose}>
            {cancel}
          </Button>
          <Button
            type="submit"
            data-autofocus={startsAtAction}
            variant={danger ? 'danger' : 'primary'}
            busy={form.busy}
            disabledReason={off ?? null}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="column-3" ref={inside} onChange={onChange}>
        {children}
        {form.failure !== null && (
          <div ref={reveal}>
            <FailureNotice failure={form.failure} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** Scrolls to a new failure, because it may be below the visible part of a long form. */
const reveal = (notice: HTMLElement | null): void => notice?.scrollIntoView({ block: 'nearest' });
