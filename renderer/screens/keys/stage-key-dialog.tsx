/** Adds a key, from the clipboard or a file. What is typed exists only in this dialog. */
import { useState } from 'react';
import type { KeyFile, KeySlot } from '../../../preload/contract/keys.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useOnLock } from '../../parts/use-on-lock.ts';
import { allows } from '../../store/changes.ts';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import { AboutKeyFields, aboutKeyOf, sentAbout } from './about-key-fields.tsx';
import { keyAt } from './key-facts.ts';
import { KeySource } from './key-source.tsx';
import { useFirstWrong } from './use-first-wrong.ts';

export interface StageKeyDialogProps {
  readonly connectionId: string;
  readonly slot: KeySlot;
}

const NOTHING: Readonly<Record<string, string>> = {};
const MISSING = { apiKey: 'Paste the key, or choose a file.' };

/** Asks for the key and its details, and saves it. Needs no network. */
export function StageKeyDialog({ connectionId, slot }: StageKeyDialogProps): React.JSX.Element {
  const connection = useApp((state) => state.connections.find(({ id }) => id === connectionId));
  const hasCurrent = useApp((state) => keyAt(state.keysById[connectionId], slot, 'current') !== null);
  const sessionAllowed = useApp((state) => allows(state, 'sessionKeys'));
  const stageKey = useApp((state) => state.stageKey);
  const { close } = useDialog();
  const [apiKey, setApiKey] = useState('');
  const [file, setFile] = useState<KeyFile | null>(null);
  const [about, setAbout] = useState(() => aboutKeyOf(null));
  const [sessionOnly, setSessionOnly] = useState(false);
  const [busy, setBusy] = useState(false);
  const [kept, setKept] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [missing, setMissing] = useState(false);
  useOnLock(() => setApiKey(''));

  async function keep(forSession: boolean): Promise<void> {
    if (busy) return;
    setFailure(null);
    setMissing(file === null && apiKey === '');
    if (file === null && apiKey === '') return;
    setBusy(true);
    const source = file === null ? { apiKey, fileId: null } : { apiKey: null, fileId: file.fileId };
    const failed = await stageKey({
      connectionId,
      slot,
      ...source,
      ...sentAbout(about),
      sessionOnly: forSession,
    });
    setBusy(false);
    setFailure(failed);
    if (failed !== null) return;
    setApiKey('');
    if (file === null) close();
    else setKept(true);
  }

  const errors = missing ? MISSING : (failure?.fields ?? NOTHING);
  const fields = useFirstWrong<HTMLDivElement>(errors);
  if (kept && file !== null) return <ShredFileDialog file={file} />;

  const ofApi =
    connection?.boardKey == null ? '' : slot === 'main' ? ' for the paper API' : ' for the board API';
  return (
    <Dialog
      title={`${hasCurrent ? 'Stage next key' : 'Add key'}${ofApi}`}
      size="medium"
      onClose={close}
      onSubmit={() => void keep(sessionOnly)}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Save key
          </Button>
        </>
      }
    >
      <p>
        {hasCurrent
          ? 'The current key stays in use. Saving sends nothing to the service.'
          : 'This becomes the current key. Saving sends nothing to the service.'}
      </p>
      <div className="column-3" ref={fields}>
        <KeySource
          apiKey={apiKey}
          file={file}
          error={errors['apiKey']}
          onType={(typed) => {
            setApiKey(typed);
            setMissing(false);
          }}
          onFile={(chosen) => {
            setFile(chosen);
            setApiKey('');
            setFailure(null);
            setMissing(false);
          }}
          onFailure={setFailure}
        />
        <AboutKeyFields
          about={about}
          errors={errors}
          asNext={hasCurrent}
          onChange={(change) => setAbout({ ...about, ...change })}
        />
      </div>
      {sessionAllowed && connection?.environment !== 'practice' && (
        <label className="tick">
          <input
            type="checkbox"
            checked={sessionOnly}
            onChange={(event) => setSessionOnly(event.target.checked)}
          />
          Keep for this session only: Easel forgets the key when it quits
        </label>
      )}
      {failure !== null && failure.fields === undefined && (
        <>
          <FailureNotice
            failure={failure}
            onRetry={failure.retryable ? () => void keep(sessionOnly) : undefined}
            retrying={busy}
          />
          {sessionAllowed && failure.code.startsWith('keychain-') && (
            <div className="between">
              <p>You can save it in the keychain later.</p>
              <Button busy={busy} onClick={() => void keep(true)}>
                Keep for this session only
              </Button>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}

/** After a key was kept from a file: the file still holds it, and can be overwritten and deleted. */
function ShredFileDialog({ file }: { readonly file: KeyFile }): React.JSX.Element {
  const shred = useApp((state) => state.shredKeyFile);
  const { close } = useDialog();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function remove(): Promise<void> {
    setBusy(true);
    const failed = await shred(file.fileId);
    setBusy(false);
    setFailure(failed);
    if (failed === null) close();
  }

  return (
    <Dialog
      title="Key saved. Delete its file?"
      role="alertdialog"
      onClose={close}
      footer={
        <>
          <Button data-autofocus onClick={close}>
            Keep file
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            Overwrite and delete
          </Button>
        </>
      }
    >
      <p>
        Anyone who can read <strong className="sensitive">{file.fileName}</strong> has the key. Easel can
        overwrite the file, then delete it.
      </p>
      <p>Copies may remain on SSDs and copy-on-write disks, and in snapshots and backups.</p>
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
