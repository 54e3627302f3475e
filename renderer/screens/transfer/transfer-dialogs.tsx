import { CircleMinus, CircleX, Equal, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { ImportEntry } from '../../../preload/contract/connections.ts';
import { LONGEST } from '../../../preload/contract/limits.ts';
import { exportable } from '../../commands/keys-commands.ts';
import { Button } from '../../parts/button.tsx';
import { Choice, Choices } from '../../parts/choice.tsx';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { FactTable } from '../../parts/fact-table.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { onKeys } from '../../lib/keys.ts';
import { absoluteTime, counted, formatNumber, listed } from '../../lib/format.ts';
import { useOnLock } from '../../parts/use-on-lock.ts';
import { allows } from '../../store/changes.ts';
import { along, importedSentence, type Importing, isChoosable } from '../../store/transfer-slice.ts';
import type { PropsOf } from '../../store/ui-slice.ts';
import { useActions, useApp, useAppStore } from '../../store/use-app.ts';
import { useFields } from '../../store/use-dialog.ts';
import styles from './transfer.module.css';

/** Dialog that exports connections to a file. Only the dialog's own state contains the passphrase. */
export function ExportConnectionsDialog({ connectionIds }: PropsOf<'export-connections'>) {
  const connections = useApp(useShallow(exportable));
  const { exportConnections } = useActions();
  const keysAllowed = useApp((state) => allows(state, 'keyExport'));
  const [chosen, setChosen] = useState(connectionIds);
  const [withPapers, setWithPapers] = useState(false);
  const [wantsKeys, setWantsKeys] = useState(false);
  const form = useFields({ passphrase: '', again: '' }, { stays: true });
  const { typed, field } = form;
  const withKeys = wantsKeys && keysAllowed;
  useOnLock(form.clear);

  async function save() {
    const passphrase = withKeys ? typed.passphrase : null;
    const result = await exportConnections({ connectionIds: chosen, withPapers, passphrase });
    if (result.ok && result.value !== null) form.close();
    return result;
  }

  const choose = (id: string, on: boolean): void =>
    setChosen(on ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <FormDialog
      title="Export connections"
      size="medium"
      action={`Export ${counted(chosen.length, 'connection')}…`}
      form={form}
      off={chosen.length === 0 ? 'Choose a connection first' : null}
      wrong={{ again: withKeys && typed.passphrase !== typed.again ? 'The passphrases don’t match.' : null }}
      onSubmit={save}
    >
      <fieldset className="column-1">
        <legend className="bold heading">Connections</legend>
        <div className={`box short ${styles.list}`}>
          {connections.map((connection) => (
            <Choice
              key={connection.id}
              checked={chosen.includes(connection.id)}
              onChange={(on) => choose(connection.id, on)}
            >
              <ConnectionMark connection={connection} />
            </Choice>
          ))}
        </div>
      </fieldset>
      <fieldset className="column-1">
        <legend className="bold heading">Also export</legend>
        <Choice checked={withPapers} onChange={setWithPapers}>
          Papers and notes
        </Choice>
        <Choice
          checked={withKeys}
          onChange={setWantsKeys}
          hint="Send the passphrase separately from the file."
          disabledReason={keysAllowed ? null : 'Your organisation doesn’t allow exporting API keys.'}
        >
          API keys, encrypted with a passphrase
        </Choice>
        {withKeys && (
          <div className={`halves gap-3 ${styles.passphrase}`}>
            <TextField
              {...field('passphrase')}
              label="Passphrase"
              type="password"
              hint="The passphrase can’t be recovered."
            />
            <TextField {...field('again')} label="Confirm passphrase" type="password" />
          </div>
        )}
      </fieldset>
    </FormDialog>
  );
}

/** Dialog that imports connections from a file. Only the dialog's own state contains a typed API key. */
export function ImportDialog() {
  const store = useAppStore();
  const importing = useApp((state) => state.importing);
  const { openImport, applyImport, closeImport } = useActions();
  const form = useFields({ apiKey: '' }, { stays: true });
  const { typed, field } = form;
  useOnLock(form.clear);

  const imported = importing?.imported ?? null;
  const entries = importing?.chosen ?? [];
  const [single, ...others] = entries.map((index) => importing?.plan.entries[index]);
  const isOpen = importing?.plan.keys === 'none';
  const asksKey = isOpen && others.length === 0 && single?.kind === 'new' && single.keys === 0;
  const forgetKey = useEffectEvent(form.clear);
  // Forgets the typed key if the user selects other connections to import, because it belongs to the earlier choice.
  useEffect(() => forgetKey(), [asksKey]);

  function close(): void {
    closeImport();
    form.close();
  }

  function closeAtEnd(): void {
    if (store.getState().importing === null) form.close();
  }
  const chooseAtOnce = useEffectEvent(async () => {
    if (await form.submit(openImport)) closeAtEnd();
  });
  useEffect(() => void chooseAtOnce(), []);

  const apiKey = asksKey && typed.apiKey !== '' ? typed.apiKey : null;
  const action = imported === null ? 'Import' : 'Try again';
  return (
    <FormDialog
      title="Import connections or notes"
      size={importing === null ? 'medium' : 'large'}
      action={importing === null ? 'Choose a file…' : action}
      cancel={imported === null ? 'Cancel' : 'Done'}
      startsAtAction
      form={{ ...form, failure: form.failure ?? imported?.stopped?.failure ?? null }}
      off={importing !== null && entries.length === 0 ? 'Nothing to import' : null}
      onClose={close}
      onSubmit={importing === null ? openImport : () => applyImport(entries, apiKey)}
      onDone={closeAtEnd}
    >
      {importing === null && (
        <>
          <p>Choose connections or notes that Easel exported, or a spreadsheet saved as CSV (UTF-8).</p>
          <p className="hint">
            The spreadsheet’s first row must name the column id and at least one of label, note, tags,
            customer and protected. Separate tags with semicolons.
          </p>
        </>
      )}
      {importing !== null && <Plan importing={importing} />}
      {asksKey && (
        <TextField
          {...field('apiKey')}
          key={importing?.plan.importId}
          label="API key"
          type="password"
          maxLength={LONGEST.key}
          autoFocus
          hint="Paste your API key now, or add it later. Easel sends the key only to the addresses above."
        />
      )}
      {imported?.stopped != null && (
        <p role="status">
          {importedSentence(imported)} The import stopped at{' '}
          <strong className="sensitive">{imported.stopped.name}</strong>.
        </p>
      )}
    </FormDialog>
  );
}

function Plan({ importing }: { readonly importing: Importing }) {
  const { chosen, replace } = importing;
  const { entries, fileName, exportedAt, importId, keys, problems, table } = importing.plan;
  const { changeImport } = useActions();
  return (
    <div
      className="column-3"
      role="presentation"
      // While the keys are encrypted, Enter does not submit the form, because this would import no keys.
      onKeyDown={onKeys((event) => {
        const isInput = event.target instanceof HTMLInputElement;
        if (keys === 'sealed' && event.key === 'Enter' && isInput) event.preventDefault();
      })}
    >
      <p>
        <strong className="sensitive">{fileName}</strong>
        {exportedAt !== null && `, exported ${absoluteTime(exportedAt)}`}.{' '}
        {keys === 'none' && exportedAt !== null && 'The file contains no API keys.'}
        {keys === 'open' && 'The keys in the file are unlocked.'}
      </p>
      {keys === 'sealed' && <UnlockKeys key={importId} />}
      <ImportTable importing={importing} />
      {table !== null && (
        <div>
          <p>
            {counted(table.matched, 'id matches', 'ids match')} a board or paper.{' '}
            {table.unknown > 0 &&
              `${counted(table.unknown, 'id is', 'ids are')} unknown. Easel saves their notes, in case boards or papers with these ids appear later:`}
          </p>
          {table.unknown > 0 && (
            <p className="short sensitive">
              <code>{table.unknownIds.join(', ')}</code>
              {table.unknown > table.unknownIds.length &&
                ` and ${formatNumber(table.unknown - table.unknownIds.length)} more`}
            </p>
          )}
        </div>
      )}
      {entries.some(({ index, differences }) => chosen.includes(index) && differences.length > 0) && (
        <Choices
          legend="Differences"
          choices={[
            [false, 'Skip', 'Keep the version on this computer.'],
            [true, 'Replace', 'Use the version in the file.'],
          ]}
          value={replace}
          begins={false}
          onChange={(next) => changeImport({ replace: next })}
        />
      )}
      {problems.length > 0 && (
        <div>
          <h3 className="heading">Lines that can’t be imported</h3>
          <ul className="box padded-3">
            {problems.map(({ line, why }) => (
              <li key={line}>
                Line {formatNumber(line)}: <span className="sensitive">{why}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function UnlockKeys() {
  const unlock = useApp((state) => state.unlockImport);
  const { typed, field, busy, failure, submit } = useFields({ passphrase: '' }, { stays: true });
  const unlockKeys = (): void =>
    void submit(() => unlock(typed.passphrase), {
      passphrase: typed.passphrase === '' ? 'Enter the passphrase.' : null,
    });
  return (
    <div role="group" className="column-2 box sunken padded-3" aria-label="Keys in the file">
      <TextField
        {...field('passphrase')}
        label="Passphrase"
        type="password"
        hint="Without the passphrase, keys aren’t imported."
        data-autofocus
        onKeyDown={onKeys(({ key }) => key === 'Enter' && unlockKeys())}
        after={
          <Button busy={busy} onClick={unlockKeys}>
            Unlock keys
          </Button>
        }
      />
      {failure !== null && <FailureNotice failure={failure} />}
    </div>
  );
}

const KINDS = {
  new: { label: 'New connection', look: 'bold good', icon: <Plus size={14} /> },
  known: { label: 'Already on this computer', look: 'muted', icon: <Equal size={14} /> },
  refused: { label: 'Can’t be imported', look: 'bold danger', icon: <CircleX size={14} /> },
} as const;

function ImportTable({ importing: { plan, chosen } }: { readonly importing: Importing }) {
  const { changeImport } = useActions();
  const { entries } = plan;
  const choose = (index: number, on: boolean): void =>
    changeImport({ chosen: on ? [...chosen, index] : chosen.filter((each) => each !== index) });
  if (entries.length === 0) return <p>The file contains no connections.</p>;
  return (
    <FactTable
      className={styles.table}
      caption="Connections in the file"
      heads={['Add', 'Connection', 'Result']}
    >
      {entries.map((entry) => {
        const kind = KINDS[entry.kind];
        const added = addedSentence(entry);
        return (
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
              <ul className="muted">
                {/* Shows equal addresses only once, because a connection's three addresses are often the same. */}
                {[...new Set([entry.boardApi, entry.paperApi, entry.appUrl])].map((address) => (
                  <li key={address}>
                    <code className="sensitive">{address}</code>
                  </li>
                ))}
              </ul>
            </th>
            <td>
              <p className={`row-tight ${kind.look}`}>
                {kind.icon}
                {kind.label}
              </p>
              {entry.why !== '' && <p className="sensitive">{entry.why}</p>}
              {entry.differences.length > 0 && (
                <>
                  <p>Values in the file that differ from this computer:</p>
                  <ul className="short">
                    {entry.differences.map((difference) => (
                      <li key={difference} className="sensitive">
                        {difference}
                      </li>
                    ))}
                  </ul>
                </>
              )}
              {added !== null && <p>{added}</p>}
            </td>
          </tr>
        );
      })}
    </FactTable>
  );
}

function addedSentence({ kind, keys, papers, notes, differences }: ImportEntry): string | null {
  const parts = along({ keys, papers, notes });
  if (parts.length > 0) return `The import adds ${listed(parts)}.`;
  return kind === 'known' && differences.length === 0 ? 'The file adds nothing new.' : null;
}
