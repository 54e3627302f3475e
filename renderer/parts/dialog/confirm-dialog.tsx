/** A question before something that can't be undone. Cancel has the focus: Enter alone changes nothing. */
import type { ReactNode } from 'react';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../button.tsx';
import { FailureNotice } from '../failure-notice.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  /** As a question: "Delete this board?" */
  readonly title: string;
  readonly children: ReactNode;
  /** Names the thing and where it is: "Delete board in Acme School (Production)", as `InConnection` says it. */
  readonly confirmLabel: ReactNode;
  readonly cancelLabel?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly busy?: boolean;
  /** Why the last try failed; shown inside, so that the dialog can be tried again or cancelled. */
  readonly failure?: Failure | null;
}

/** The question, with Cancel and one red button. */
export function ConfirmDialog(props: ConfirmDialogProps): React.JSX.Element {
  const { title, children, confirmLabel, cancelLabel = 'Cancel', onConfirm, onClose } = props;
  const { busy = false, failure = null } = props;
  return (
    <Dialog
      title={title}
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {failure && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
