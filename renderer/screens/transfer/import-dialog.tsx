/** Reads connections from a file, and shows what that would change before anything does. */
import { useState, type ReactNode } from 'react';
import { CircleAlert, CircleMinus, CircleX, Equal, Pencil, Plus } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { absoluteTime, counted } from '../../parts/format.ts';
import { type Importing, isChoosable } from '../../store/transfer-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useSubmit } from '../../store/use-dialog.ts';
import { alongSentence, importedSentence } from './wording.ts';
import type { Imported, ImportEntry } from '../../../preload/contract/connections.ts';
import styles from './transfer.module.css';
import { TextField } from '../../parts/field.tsx';
import { ConnectionMark } from '../../parts/connection-mark.tsx';

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
      {importing === null ? 'Choose a file…' : 'Another file…'}
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
      {importing === null && <p>A file that Easel exported.</p>}
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
          <p>{counted(problems.length, 'connection')} not imported:</p>
          <ul className="box ruled">
            {problems.map(({ index, name, failure }) => (
              <li key={index} className="row start inset">
                <CircleAlert size={14} className="danger" />
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
      className="column-2 box sunken padded-3"
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
        label="Passphrase"
        type="password"
        value={passphrase}
        onChange={setPassphrase}
        error={errors['passphrase']}
        hint="Without it, no keys."
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

/** What importing an entry would do: in words, their colour and a sign. */
const KINDS: Readonly<
  Record<ImportEntry['kind'], { readonly word: string; readonly look: string; readonly icon: ReactNode }>
> = {
  new: { word: 'New', look: 'bold good', icon: <Plus size={14} /> },
  update: { word: 'Will change', look: 'bold warning', icon: <Pencil size={14} /> },
  same: { word: 'No changes', look: 'muted', icon: <Equal size={14} /> },
  refused: { word: 'Can’t be imported', look: 'bold danger', icon: <CircleX size={14} /> },
};

interface ImportTableProps {
  readonly entries: readonly ImportEntry[];
  readonly chosen: readonly number[];
  readonly onChoose: (chosen: readonly number[]) => void;
}

/** Every connection of a file, with what importing it would do. */
function ImportTable({ entries, chosen, onChoose }: ImportTableProps) {
  const choosable = entries.filter(isChoosable).map(({ index }) => index);
  const all = choosable.length > 0 && choosable.every((index) => chosen.includes(index));
  const choose = (index: number, on: boolean): void =>
    onChoose(on ? [...chosen, index] : chosen.filter((each) => each !== index));
  if (entries.length === 0) return <p>No connections.</p>;
  return (
    <table className={`table ${styles.table}`}>
      <caption className="visually-hidden">Connections in the file</caption>
      <thead>
        <tr>
          <th scope="col">
            <input
              type="checkbox"
              aria-label="Import all"
              checked={all}
              disabled={choosable.length === 0}
              ref={(box) => {
                if (box !== null) box.indeterminate = !all && chosen.length > 0;
              }}
              onChange={({ target }) => onChoose(target.checked ? choosable : [])}
            />
          </th>
          <th scope="col">Connection</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.index}>
            <td>
              {isChoosable(entry) ? (
                <input
                  type="checkbox"
                  aria-label={`Import ${entry.name}`}
                  checked={chosen.includes(entry.index)}
                  onChange={({ target }) => choose(entry.index, target.checked)}
                />
              ) : (
                <CircleMinus size={14} className="muted" aria-label="Nothing to import" />
              )}
            </td>
            <th scope="row">
              <ConnectionMark connection={entry} />
              <Addresses entry={entry} />
            </th>
            <td>
              <p className={`row-tight ${KINDS[entry.kind].look}`}>
                {KINDS[entry.kind].icon}
                {KINDS[entry.kind].word}
              </p>
              <Effect entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Each address once: one service commonly answers at several of the three. */
function Addresses({ entry }: { readonly entry: ImportEntry }) {
  const addresses = [...new Set([entry.boardApi, entry.paperApi, entry.appUrl])];
  return (
    <ul className="muted">
      {addresses.map((address) => (
        <li key={address}>
          <code className="sensitive">{address}</code>
        </li>
      ))}
    </ul>
  );
}

function Effect({ entry }: { readonly entry: ImportEntry }) {
  const along = alongSentence(entry);
  return (
    <>
      {entry.why !== '' && <p className="sensitive">{entry.why}</p>}
      {entry.differences.length > 0 && (
        <dl className={styles.differences}>
          {entry.differences.map(({ field, from, to }) => (
            <div key={field}>
              <dt className="hint">{field}</dt>
              <dd>
                <del className="sensitive">{from}</del> <span aria-hidden>→</span>{' '}
                <ins className="sensitive">{to}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {along !== null && <p>{along}</p>}
    </>
  );
}
