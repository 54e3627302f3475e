/** Reads connections from a file, and shows what that would change before anything does. */
import { useState } from 'react';
import { CircleAlert } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { absoluteTime, counted } from '../../parts/format.ts';
import type { Importing } from '../../store/transfer-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useSubmit } from '../../store/use-dialog.ts';
import { ImportTable } from './import-table.tsx';
import { importedSentence } from './wording.ts';
import type { Imported } from '../../../preload/contract/connections.ts';
import styles from './transfer.module.css';
import { TextField } from '../../parts/field.tsx';

/** The dialog: choose a file, choose its connections, see the result. */
export function ImportConnectionsDialog() {
  const importing = useApp((state) => state.importing);
  const { openImport, applyImport, closeImport } = useActions();
  const opening = useSubmit({ stays: true });
  const applying = useSubmit({ stays: true });
  const failure = opening.failure ?? applying.failure;

  function close(): void {
    closeImport();
    applying.close();
  }

  const imported = importing?.imported ?? null;
  const chosen = importing?.chosen ?? [];
  const toRetry = imported?.problems.map(({ index }) => index) ?? [];
  const open = (
    <Button
      variant={importing === null ? 'primary' : 'plain'}
      busy={opening.busy}
      data-autofocus={importing === null || undefined}
      onClick={() => void opening.submit(openImport)}
    >
      {importing === null ? 'Choose a file…' : 'Choose another file…'}
    </Button>
  );
  const apply = (label: string, entries: readonly number[]) => (
    <Button
      variant="primary"
      busy={applying.busy}
      disabledReason={entries.length === 0 ? 'Choose a connection first' : null}
      onClick={() => void applying.submit(() => applyImport(entries))}
    >
      {label}
    </Button>
  );

  return (
    <Dialog
      title="Import connections"
      size={importing === null || imported !== null ? 'medium' : 'large'}
      onClose={close}
      footer={
        imported === null ? (
          <>
            <Button onClick={close}>Cancel</Button>
            {open}
            {importing !== null && apply(`Import ${counted(chosen.length, 'connection')}`, chosen)}
          </>
        ) : (
          <>
            <Button variant={toRetry.length === 0 ? 'primary' : 'plain'} data-autofocus onClick={close}>
              Done
            </Button>
            {toRetry.length > 0 && apply('Try again', toRetry)}
          </>
        )
      }
    >
      {importing === null && <p>Choose a file that Easel exported.</p>}
      {importing !== null && imported === null && <Plan importing={importing} />}
      {imported !== null && <ImportResult imported={imported} />}
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}

function Plan({ importing }: { readonly importing: Importing }) {
  const { plan, chosen } = importing;
  const choose = useApp((state) => state.chooseEntries);
  return (
    <>
      <p>
        <strong className="sensitive">{plan.fileName}</strong>, exported {absoluteTime(plan.exportedAt)}.{' '}
        {plan.keys === 'none' && 'No keys.'}
        {plan.keys === 'open' && 'Keys unlocked.'}
      </p>
      {plan.keys === 'sealed' && <UnlockKeys key={plan.importId} />}
      <ImportTable entries={plan.entries} chosen={chosen} onChoose={choose} />
    </>
  );
}

/** The result of an import: what was added or changed, and what was not, with the reason. */
function ImportResult({ imported }: { readonly imported: Imported }) {
  const { problems } = imported;
  return (
    <div className="column-3" role="status">
      <p className="info">{importedSentence(imported)}</p>
      {problems.length > 0 && (
        <>
          <p>{counted(problems.length, 'connection was', 'connections were')} left as they were:</p>
          <ul className={`box ruled ${styles.problems}`}>
            {problems.map(({ index, name, failure }) => (
              <li key={index}>
                <CircleAlert size={14} />
                <div>
                  <p>
                    <strong className="sensitive">{name}</strong>
                  </p>
                  <p className="sensitive">
                    {failure.message} {failure.nextStep}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Asks for the passphrase of a file with keys. The passphrase exists only here. */
function UnlockKeys() {
  const unlock = useApp((state) => state.unlockImport);
  const [passphrase, setPassphrase] = useState('');
  const { busy, errors, failure, submit } = useSubmit({ stays: true });
  return (
    <form
      className={`column-2 box ${styles.unlock}`}
      aria-label="Keys in the file"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(
          () => unlock(passphrase),
          passphrase === '' ? { passphrase: 'Enter the passphrase.' } : {},
        );
      }}
    >
      <TextField
        label="Passphrase of the file"
        type="password"
        value={passphrase}
        onChange={setPassphrase}
        error={errors['passphrase']}
        hint="Without it, no keys are imported."
        data-autofocus
        after={
          <Button type="submit" busy={busy}>
            Unlock keys
          </Button>
        }
      />
      {failure !== null && <FailureNotice failure={failure} />}
    </form>
  );
}
