/** Exports connections to a file: without keys, or with keys protected by a passphrase. */
import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Exported } from '../../../preload/contract/connections.ts';
import { exportable } from '../../commands/settings-commands.ts';
import { Choice } from '../../parts/choice.tsx';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { useOnLock } from '../../parts/use-on-lock.ts';
import { allows } from '../../store/changes.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useSubmit, type FieldErrors } from '../../store/use-dialog.ts';
import { counted } from '../../parts/format.ts';
import { exportedSentence } from './wording.ts';
import styles from './transfer.module.css';

const UNTYPED = { passphrase: '', again: '' };

/** The dialog; the passphrase exists only here. */
export function ExportConnectionsDialog({ connectionIds }: { readonly connectionIds: readonly string[] }) {
  const connections = useApp(useShallow(exportable));
  const { exportConnections } = useActions();
  const mayHoldKeys = useApp((state) => allows(state, 'keyExport'));
  const [chosen, setChosen] = useState(connectionIds);
  const [withPapers, setWithPapers] = useState(false);
  const [wantsKeys, setWantsKeys] = useState(false);
  const [typed, setTyped] = useState(UNTYPED);
  const form = useSubmit({ stays: true });
  const { errors } = form;
  const [exported, setExported] = useState<Exported | null>(null);
  const withKeys = wantsKeys && mayHoldKeys;
  useOnLock(() => setTyped(UNTYPED));

  /** The errors before main is asked, by field. */
  function wrong(): FieldErrors {
    if (!withKeys) return {};
    if (typed.passphrase === '') return { passphrase: 'Enter a passphrase.' };
    return typed.passphrase === typed.again ? {} : { again: 'They don’t match.' };
  }

  function save(): void {
    setExported(null);
    void form.submit(async () => {
      const passphrase = withKeys ? typed.passphrase : null;
      const result = await exportConnections({ connectionIds: chosen, withPapers, passphrase });
      if (result.ok && result.value !== null) {
        setTyped(UNTYPED);
        setExported(result.value);
      }
      return result;
    }, wrong());
  }

  const choose = (id: string, on: boolean): void =>
    setChosen(on ? [...chosen, id] : chosen.filter((each) => each !== id));
  return (
    <FormDialog
      title="Export connections"
      size="medium"
      action={`Export ${counted(chosen.length, 'connection')}…`}
      cancel={exported === null ? 'Cancel' : 'Done'}
      form={form}
      off={chosen.length === 0 ? 'Choose a connection first' : null}
      onSubmit={save}
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
        <legend className="bold heading">Also include</legend>
        <Choice checked={withPapers} onChange={setWithPapers}>
          Papers and board notes
        </Choice>
        <Choice
          checked={withKeys}
          onChange={setWantsKeys}
          hint="Send file and passphrase apart."
          disabledReason={mayHoldKeys ? null : 'Not allowed by your organisation.'}
        >
          API keys, under a passphrase
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
      <div className="said" role="status">
        {exported !== null && (
          <p className="info">
            Saved as <strong className="sensitive">{exported.fileName}</strong>. {exportedSentence(exported)}
          </p>
        )}
      </div>
    </FormDialog>
  );
}
