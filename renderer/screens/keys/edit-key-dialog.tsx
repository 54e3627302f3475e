import { useState } from 'react';
import type { KeyInfo } from '../../../preload/contract/keys.ts';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { useApp } from '../../store/use-app.ts';
import { useSubmit } from '../../store/use-dialog.ts';
import { AboutKeyFields, aboutKeyOf, sentAbout } from './about-key-fields.tsx';
import { shortPrint, STAGE_NAMES } from './key-facts.ts';

export interface KeyDialogProps {
  readonly connectionId: string;
  readonly keyId: string;
}

/** The key that a dialog is about; null once it is gone. */
export function useKeyInfo({ connectionId, keyId }: KeyDialogProps): KeyInfo | null {
  return useApp((state) => state.keysById[connectionId]?.keys.find(({ id }) => id === keyId) ?? null);
}

/** Edits what is written down about a key. The key itself can't be edited: another one is staged. */
export function EditKeyDialog({ connectionId, keyId }: KeyDialogProps) {
  const info = useKeyInfo({ connectionId, keyId });
  const editKey = useApp((state) => state.editKey);
  const [about, setAbout] = useState(() => aboutKeyOf(info));
  const form = useSubmit();
  if (info === null) return null;
  return (
    <FormDialog
      title={`Edit ${STAGE_NAMES[info.stage].toLowerCase()} key`}
      action="Save"
      form={form}
      onSubmit={() => void form.submit(() => editKey({ connectionId, keyId, ...sentAbout(about) }))}
    >
      <p>
        Fingerprint <code className="sensitive">{shortPrint(info.fingerprint)}</code>
      </p>
      <AboutKeyFields
        about={about}
        errors={form.errors}
        asNext={info.stage === 'next'}
        onChange={(change) => setAbout({ ...about, ...change })}
      />
    </FormDialog>
  );
}
