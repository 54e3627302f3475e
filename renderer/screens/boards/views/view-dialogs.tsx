/** Views are kept under a name, get another one, and are removed. No board changes by any of it. */
import { useState } from 'react';
import type { Failure } from '../../../../preload/contract/failure.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { TextField } from '../../../parts/field.tsx';
import { useApp } from '../../../store/use-app.ts';
import { useDialog } from '../../../store/use-dialog.ts';
import { filterSentence } from '../filters/filter-wording.ts';

/** Most characters of a view's name. */
const LONGEST_NAME = 80;

/** Keeps the present question under a name. */
export function SaveViewDialog(): React.JSX.Element {
  const save = useApp((state) => state.saveBoardView);
  const query = useApp((state) => state.boardQuery);
  return (
    <NameDialog
      title="Save as view"
      action="Save view"
      initial=""
      done={(name) => `Saved the view ${name}.`}
      onSave={(name) => save(name, null)}
    >
      <p>Saves the search, filters and sort order for this connection, on this computer.</p>
      {(query.find !== '' || query.filters.length > 0) && (
        <ul>
          {query.find !== '' && <li className="sensitive">Search: {query.find}</li>}
          {query.filters.map((filter) => (
            <li key={filterSentence(filter)} className="sensitive">
              {filterSentence(filter)}
            </li>
          ))}
        </ul>
      )}
    </NameDialog>
  );
}

/** Gives a view another name. */
export function RenameViewDialog({ viewId }: { readonly viewId: string }): React.JSX.Element | null {
  const view = useApp((state) => state.boardViews.find((each) => each.id === viewId) ?? null);
  const rename = useApp((state) => state.renameBoardView);
  if (view === null) return null;
  return (
    <NameDialog
      title="Rename this view"
      action="Rename view"
      initial={view.name}
      done={(name) => `Renamed the view to ${name}.`}
      onSave={(name) => rename(viewId, name)}
    />
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly initial: string;
  readonly done: (name: string) => string;
  readonly onSave: (name: string) => Promise<Failure | null>;
  readonly children?: React.ReactNode;
}

function NameDialog({ title, action, initial, done, onSave, children }: NameDialogProps): React.JSX.Element {
  const { close } = useDialog();
  const announce = useApp((state) => state.announce);
  const [name, setName] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);

  async function save(): Promise<void> {
    if (busy) return;
    const trimmed = name.trim();
    setError(trimmed === '' ? 'Enter a name.' : '');
    setFailure(null);
    if (trimmed === '') return;
    setBusy(true);
    const failed = await onSave(trimmed);
    setBusy(false);
    if (failed === null) {
      announce(done(trimmed));
      close();
    } else {
      setError(failed.fields?.['name'] ?? '');
      setFailure(failed.fields === undefined ? failed : null);
    }
  }

  return (
    <Dialog
      title={title}
      onClose={close}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      <TextField
        label="Name"
        data-autofocus
        impersonal
        maxLength={LONGEST_NAME}
        value={name}
        onChange={setName}
        error={error}
      />
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}

/** Asks before a view is removed. The boards are not touched, so the button is none of danger. */
export function RemoveViewDialog({ viewId }: { readonly viewId: string }): React.JSX.Element | null {
  const view = useApp((state) => state.boardViews.find((each) => each.id === viewId) ?? null);
  const remove = useApp((state) => state.removeBoardView);
  const { close } = useDialog();
  const announce = useApp((state) => state.announce);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  if (view === null) return null;
  const { name } = view;

  async function confirm(): Promise<void> {
    setBusy(true);
    const failed = await remove(viewId);
    setBusy(false);
    setFailure(failed);
    if (failed !== null) return;
    announce(`Removed the view ${name}.`);
    close();
  }

  return (
    <Dialog
      title="Remove this view?"
      role="alertdialog"
      onClose={close}
      footer={
        <>
          <Button data-autofocus onClick={close}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void confirm()}>
            Remove view
          </Button>
        </>
      }
    >
      <p>
        This removes <strong>{name}</strong> from this computer. Boards stay as they are.
      </p>
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
