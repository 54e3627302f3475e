/** Exports connections to a file: without keys, or with keys protected by a passphrase. */
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Exported } from '../../../preload/contract/connections.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { exportable } from '../../commands/settings-commands.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { useOnLock } from '../../parts/use-on-lock.ts';
import { allows } from '../../store/changes.ts';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import { counted } from '../../parts/format.ts';
import { exportedSentence } from './wording.ts';
import styles from './transfer.module.css';

const UNTYPED = { passphrase: '', again: '' };

/** The dialog; the passphrase exists only here. */
export function ExportConnectionsDialog({
  connectionIds,
}: {
  readonly connectionIds: readonly string[];
}): React.JSX.Element {
  const connections = useApp(useShallow(exportable));
  const exportConnections = useApp((state) => state.exportConnections);
  const mayHoldKeys = useApp((state) => allows(state, 'keyExport'));
  const announce = useApp((state) => state.announce);
  const { close } = useDialog();
  const [chosen, setChosen] = useState(connectionIds);
  const [withPapers, setWithPapers] = useState(false);
  const [wantsKeys, setWantsKeys] = useState(false);
  const [typed, setTyped] = useState(UNTYPED);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [exported, setExported] = useState<Exported | null>(null);
  const withKeys = wantsKeys && mayHoldKeys;
  useOnLock(() => setTyped(UNTYPED));

  /** The errors before main is asked, by field. */
  function wrong(): Readonly<Record<string, string>> {
    if (!withKeys) return {};
    if (typed.passphrase === '') return { passphrase: 'Enter a passphrase to export keys.' };
    return typed.passphrase === typed.again ? {} : { again: 'The passphrases don’t match.' };
  }

  async function save(): Promise<void> {
    if (busy || chosen.length === 0) return;
    setFailure(null);
    setExported(null);
    const fields = wrong();
    setErrors(fields);
    if (Object.keys(fields).length > 0) return;
    setBusy(true);
    const passphrase = withKeys ? typed.passphrase : null;
    const result = await exportConnections({ connectionIds: chosen, withPapers, passphrase });
    setBusy(false);
    if (!result.ok) {
      setErrors(result.error.fields ?? {});
      setFailure(result.error.fields === undefined ? result.error : null);
    } else if (result.value !== null) {
      setTyped(UNTYPED);
      setExported(result.value);
      announce(`Exported ${counted(result.value.connections, 'connection')}.`);
    }
  }

  const choose = (id: string, on: boolean): void =>
    setChosen(on ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <Dialog
      title="Export connections"
      size="medium"
      onClose={close}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={close}>{exported === null ? 'Cancel' : 'Done'}</Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            disabledReason={chosen.length === 0 ? 'Choose a connection first' : null}
          >
            {`Export ${counted(chosen.length, 'connection')}…`}
          </Button>
        </>
      }
    >
      <fieldset className="column-1">
        <legend className="bold heading">Connections</legend>
        <div className={`box ${styles.list}`}>
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
        <legend className="bold heading">What to include</legend>
        <p className="muted">Names, addresses and settings are always included.</p>
        <Choice
          checked={withPapers}
          onChange={setWithPapers}
          hint="Paper names and templates, and board labels, notes and tags."
        >
          Papers and board notes
        </Choice>
        <Choice
          checked={withKeys}
          onChange={setWantsKeys}
          hint="Send the file and the passphrase separately: together they give away the keys."
          disabledReason={mayHoldKeys ? null : 'Your organisation’s policy doesn’t allow exporting keys.'}
        >
          API keys, protected by a passphrase
        </Choice>
        {withKeys && (
          <div className={styles.passphrase}>
            <TextField
              label="Passphrase"
              type="password"
              value={typed.passphrase}
              onChange={(passphrase) => setTyped({ ...typed, passphrase })}
              error={errors['passphrase']}
              hint="It can’t be recovered."
            />
            <TextField
              label="Confirm passphrase"
              type="password"
              value={typed.again}
              onChange={(again) => setTyped({ ...typed, again })}
              error={errors['again']}
            />
          </div>
        )}
      </fieldset>
      {failure !== null && <FailureNotice failure={failure} />}
      <div className={styles.status} role="status">
        {exported !== null && (
          <p className="info">
            Saved as <strong className="sensitive">{exported.fileName}</strong>. {exportedSentence(exported)}
          </p>
        )}
      </div>
    </Dialog>
  );
}
