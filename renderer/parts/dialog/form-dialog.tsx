import { useEffect, useRef, type ReactNode } from 'react';
import type { Submission } from '../../store/use-dialog.ts';
import { Button } from '../button.tsx';
import { FailureNotice } from '../failure-notice.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'size' | 'children'> {
  readonly form: Submission;
  readonly action: ReactNode;
  readonly off?: string | null | undefined;
  readonly onSubmit: () => void;
  readonly onClose?: () => void;
  readonly cancel?: string;
  /** True if the action destroys data: its button is red, and Cancel has the focus, so Enter changes nothing. */
  readonly danger?: boolean;
  readonly asks?: boolean;
}

export function FormDialog(props: FormDialogProps) {
  const { form, action, off, onSubmit, onClose = form.close, cancel = 'Cancel', children, ...rest } = props;
  const { asks = false, danger = asks, ...dialog } = rest;
  const inside = useRef<HTMLDivElement>(null);
  useEffect(() => {
    inside.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form.errors]);
  return (
    <Dialog
      {...dialog}
      role={asks ? 'alertdialog' : 'dialog'}
      onClose={onClose}
      onSubmit={() => {
        if (off == null && !form.busy) onSubmit();
      }}
      footer={
        <>
          <Button data-autofocus={danger || undefined} onClick={onClose}>
            {cancel}
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
            busy={form.busy}
            disabledReason={off ?? null}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="column-3" ref={inside} onChange={form.changed}>
        {children}
        {form.failure !== null && <FailureNotice failure={form.failure} />}
      </div>
    </Dialog>
  );
}
