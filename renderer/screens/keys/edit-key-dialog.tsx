import { useState } from 'react';
import type { KeyInfo } from '../../../preload/contract/keys.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import { AboutKeyFields, aboutKeyOf, sentAbout } from './about-key-fields.tsx';
import { useFirstWrong } from './use-first-wrong.ts';
import { shortPrint, STAGE_NAMES } from './key-facts.ts';

const NOTHING: Readonly<Record<string, string>> = {};

export interface KeyDialogProps {
  readonly connectionId: string;
  readonly keyId: string;
}

/** The key that a dialog is about; null once it is gone. */
export function useKeyInfo({ connectionId, keyId }: KeyDialogProps): KeyInfo | null {
  return useApp((state) => state.keysById[connectionId]?.keys.find(({ id }) => id === keyId) ?? null);
}

/** Edits what is written down about a key. The key itself can't be edited: another one is staged. */
export function EditKeyDialog(props: KeyDialogProps): React.JSX.Element | null {
  const info = useKeyInfo(props);
  const editKey = useApp((state) => state.editKey);
  const { close } = useDialog();
  const [about, setAbout] = useState(() => aboutKeyOf(info));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const errors = failure?.fields ?? NOTHING;
  const fields = useFirstWrong<HTMLDivElement>(errors);
  if (info === null) return null;

  async function save(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const failed = await editKey({ ...props, ...sentAbout(about) });
    setBusy(false);
    setFailure(failed);
    if (failed === null) close();
  }

  return (
    <Dialog
      title={`Edit ${STAGE_NAMES[info.stage].toLowerCase()} key`}
      onClose={close}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Save
          </Button>
        </>
      }
    >
      <p>
        Fingerprint <code className="sensitive">{shortPrint(info.fingerprint)}</code>
      </p>
      <div className="column-3" ref={fields}>
        <AboutKeyFields
          about={about}
          errors={errors}
          asNext={info.stage === 'next'}
          onChange={(change) => setAbout({ ...about, ...change })}
        />
      </div>
      {failure !== null && failure.fields === undefined && <FailureNotice failure={failure} />}
    </Dialog>
  );
}
