/** Adds a key, from the clipboard or a file. What is typed exists only in this dialog. */
import { FileKey } from 'lucide-react';
import { useState } from 'react';
import type { KeyFile, KeySlot } from '../../../preload/contract/keys.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SecretField } from '../../parts/secret-field.tsx';
import { useOnLock } from '../../parts/use-on-lock.ts';
import { allows } from '../../store/changes.ts';
import { useApp, useConnection } from '../../store/use-app.ts';
import { useSubmit } from '../../store/use-dialog.ts';
import styles from './dialogs.module.css';
import { AboutKeyFields, aboutKeyOf, sentAbout } from './key-dialogs.tsx';
import { keyAt, shortPrint } from './key-facts.ts';

export interface StageKeyDialogProps {
  readonly connectionId: string;
  readonly slot: KeySlot;
}

const MISSING = { apiKey: 'Enter the key.' };

/** Asks for the key and its details, and saves it. Needs no network. */
export function StageKeyDialog({ connectionId, slot }: StageKeyDialogProps) {
  const connection = useConnection(connectionId);
  const hasCurrent = useApp((state) => keyAt(state.keysById[connectionId], slot, 'current') !== null);
  const sessionAllowed = useApp((state) => allows(state, 'sessionKeys'));
  const stageKey = useApp((state) => state.stageKey);
  const [apiKey, setApiKey] = useState('');
  const [file, setFile] = useState<KeyFile | null>(null);
  const [about, setAbout] = useState(() => aboutKeyOf(null));
  const [sessionOnly, setSessionOnly] = useState(false);
  const [kept, setKept] = useState(false);
  /** Why the file could not be read. */
  const [unread, setUnread] = useState<Failure | null>(null);
  const form = useSubmit({ stays: true });
  const { failure, errors } = form;
  useOnLock(() => setApiKey(''));

  async function keep(forSession: boolean): Promise<void> {
    setUnread(null);
    const source = file === null ? { apiKey, fileId: null } : { apiKey: null, fileId: file.fileId };
    const staged = { connectionId, slot, ...source, ...sentAbout(about), sessionOnly: forSession };
    if (!(await form.submit(() => stageKey(staged), file === null && apiKey === '' ? MISSING : {}))) return;
    setApiKey('');
    if (file === null) form.close();
    else setKept(true);
  }

  if (kept && file !== null) return <ShredFileDialog file={file} />;

  const ofApi =
    connection?.boardKey == null ? '' : slot === 'main' ? ' for the paper API' : ' for the board API';
  return (
    <FormDialog
      title={`${hasCurrent ? 'Stage next key' : 'Add key'}${ofApi}`}
      size="medium"
      action="Save key"
      form={{ ...form, failure: null }}
      onSubmit={() => void keep(sessionOnly)}
    >
      {hasCurrent && <p>The current key stays in use.</p>}
      <KeySource
        apiKey={apiKey}
        file={file}
        error={errors['apiKey']}
        onType={(typed) => {
          setApiKey(typed);
          form.changed();
        }}
        onFile={(chosen) => {
          setFile(chosen);
          setApiKey('');
          setUnread(null);
          form.changed();
        }}
        onFailure={setUnread}
      />
      <AboutKeyFields
        about={about}
        errors={errors}
        asNext={hasCurrent}
        onChange={(change) => setAbout({ ...about, ...change })}
      />
      {sessionAllowed && connection?.environment !== 'practice' && (
        <Choice checked={sessionOnly} onChange={setSessionOnly}>
          Keep for this session only
        </Choice>
      )}
      {unread !== null && <FailureNotice failure={unread} />}
      {failure !== null && (
        <>
          <FailureNotice
            failure={failure}
            onRetry={failure.retryable ? () => void keep(sessionOnly) : undefined}
            retrying={form.busy}
          />
          {sessionAllowed && failure.code.startsWith('keychain-') && (
            <div>
              <Button busy={form.busy} onClick={() => void keep(true)}>
                Keep for this session only
              </Button>
            </div>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** After a key was kept from a file: the file still holds it, and can be overwritten and deleted. */
function ShredFileDialog({ file }: { readonly file: KeyFile }) {
  const shred = useApp((state) => state.shredKeyFile);
  const form = useSubmit();
  return (
    <FormDialog
      danger
      asks
      title="Key saved. Delete its file?"
      cancel="Keep file"
      action="Overwrite and delete"
      form={form}
      onSubmit={() => void form.submit(() => shred(file.fileId))}
    >
      <p>
        Anyone who can read <strong className="sensitive">{file.fileName}</strong> has the key.
      </p>
      <p>SSDs and backups may keep copies.</p>
    </FormDialog>
  );
}

interface KeySourceProps {
  readonly apiKey: string;
  /** The chosen file, shown instead of the field. */
  readonly file: KeyFile | null;
  readonly error: string | undefined;
  readonly onType: (apiKey: string) => void;
  readonly onFile: (file: KeyFile | null) => void;
  readonly onFailure: (failure: Failure) => void;
}

/** Where the key comes from: pasted, or a file that main reads. */
function KeySource({ apiKey, file, error, onType, onFile, onFailure }: KeySourceProps) {
  const chooseFile = useApp((state) => state.chooseKeyFile);
  const [choosing, setChoosing] = useState(false);

  async function choose(): Promise<void> {
    setChoosing(true);
    const chosen = await chooseFile();
    setChoosing(false);
    if (!chosen.ok) onFailure(chosen.error);
    else if (chosen.value !== null) onFile(chosen.value);
  }

  if (file !== null) {
    return (
      <div className={`wrap box inset ${styles.file}`}>
        <FileKey size={16} />
        {error !== undefined && (
          <p className="danger wide" role="alert">
            {error}
          </p>
        )}
        <p className="grow sensitive">
          Key from <strong>{file.fileName}</strong>, fingerprint <code>{shortPrint(file.fingerprint)}</code>
        </p>
        <Button onClick={() => onFile(null)}>Paste instead</Button>
      </div>
    );
  }
  return (
    <SecretField
      label="API key"
      name="apiKey"
      value={apiKey}
      error={error}
      hint="Never shown again."
      onChange={onType}
      data-autofocus
      aria-required
      after={
        <Button busy={choosing} onClick={() => void choose()}>
          Choose a file…
        </Button>
      }
    />
  );
}
