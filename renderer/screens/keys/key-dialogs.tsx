/** The dialogs about one key: edit what is written down about it, use it unverified, retire it, discard it. */
import { useState } from 'react';
import type { KeyInfo, KeySlot } from '../../../preload/contract/keys.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { InConnection } from '../../parts/connection-mark.tsx';
import { dayAfter, dayOf, startOfDay } from '../../parts/days.ts';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { useApp, useConnection } from '../../store/use-app.ts';
import { useSubmit } from '../../store/use-dialog.ts';
import styles from './dialogs.module.css';
import { shortPrint, STAGE_NAMES, unverifiedWording } from './key-facts.ts';

interface KeyDialogProps {
  readonly connectionId: string;
  readonly keyId: string;
}

/** The key that a dialog is about; null once it is gone. */
function useKeyInfo(connectionId: string, keyId: string): KeyInfo | null {
  return useApp((state) => state.keysById[connectionId]?.keys.find(({ id }) => id === keyId) ?? null);
}

/** Edits what is written down about a key. The key itself can't be edited: another one is staged. */
export function EditKeyDialog({ connectionId, keyId }: KeyDialogProps) {
  const info = useKeyInfo(connectionId, keyId);
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

interface AboutKey {
  readonly note: string;
  readonly owner: string;
  /** As the field for dates writes it; empty for none. */
  readonly remind: string;
  readonly useWhenGreen: boolean;
}

/** The details of a key, to edit; the defaults for a new one. */
export function aboutKeyOf(info: KeyInfo | null): AboutKey {
  return {
    note: info?.note ?? '',
    owner: info?.owner ?? '',
    remind: info?.remindAt == null ? '' : dayOf(info.remindAt),
    useWhenGreen: info?.useWhenGreen ?? true,
  };
}

export function sentAbout({ note, owner, remind, useWhenGreen }: AboutKey) {
  return { note: note.trim(), owner: owner.trim(), remindAt: startOfDay(remind), useWhenGreen };
}

const QUICK_DAYS = [30, 60, 90] as const;

export interface AboutKeyFieldsProps {
  readonly about: AboutKey;
  readonly onChange: (change: Partial<AboutKey>) => void;
  readonly errors: Readonly<Record<string, string>>;
  /** Only a next key can take over. */
  readonly asNext: boolean;
}

export function AboutKeyFields({ about, onChange, errors, asNext }: AboutKeyFieldsProps) {
  const of = (name: 'owner' | 'note') => ({
    name,
    className: 'sensitive',
    value: about[name],
    error: errors[name],
    onChange: (text: string) => onChange({ [name]: text }),
  });
  return (
    <>
      <div className={styles.pair}>
        <TextField {...of('owner')} label="Owner (optional)" />
        <TextField {...of('note')} label="Note (optional)" />
      </div>
      <div className={`wrap ${styles.reminder}`}>
        <TextField
          label="Rotation reminder"
          type="date"
          name="remindAt"
          value={about.remind}
          error={errors['remindAt']}
          onChange={(remind) => onChange({ remind })}
        />
        <div className="wrap" role="group" aria-label="Remind me in">
          {QUICK_DAYS.map((days) => (
            <Button key={days} onClick={() => onChange({ remind: dayAfter(Date.now(), days) })}>
              {days} days
            </Button>
          ))}
          <Button variant="quiet" onClick={() => onChange({ remind: '' })}>
            Never
          </Button>
        </div>
      </div>
      {asNext && (
        <Choice checked={about.useWhenGreen} onChange={(useWhenGreen) => onChange({ useWhenGreen })}>
          Use once every check passes
        </Choice>
      )}
    </>
  );
}

/** Asks before a next key is used that was not found to be good, and says what is not verified. */
export function UseNextKeyDialog(props: { readonly connectionId: string; readonly slot: KeySlot }) {
  const { connectionId, slot } = props;
  const connection = useConnection(connectionId);
  const keys = useApp((state) => state.keysById[connectionId]);
  const switchToNextKey = useApp((state) => state.switchToNextKey);
  const form = useSubmit();
  if (connection === null || keys === undefined) return null;
  return (
    <FormDialog
      danger
      asks
      title="Use an unverified key?"
      action={<InConnection action="Use next key in" />}
      form={form}
      onSubmit={() => void form.submit(() => switchToNextKey({ connectionId, slot, knowingly: true }))}
    >
      <ul className="bullets">
        {unverifiedWording(keys, connection, slot).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <p>You can go back afterwards.</p>
    </FormDialog>
  );
}

/** What is typed to say that a key was deleted at the service. */
const RETIRED = 'retired';

/** Asks before a previous key is removed from this computer; the service must have forgotten it first. */
export function RetireKeyDialog({ connectionId, keyId }: KeyDialogProps) {
  const info = useKeyInfo(connectionId, keyId);
  const retireKey = useApp((state) => state.retireKey);
  const [typed, setTyped] = useState('');
  const form = useSubmit();
  if (info === null) return null;
  return (
    <FormDialog
      danger
      asks
      title="Retire the previous key?"
      action={<InConnection action="Retire key in" />}
      form={form}
      off={typed.trim() === RETIRED ? null : `Type “${RETIRED}” first`}
      onSubmit={() => void form.submit(() => retireKey({ connectionId, keyId, typed: typed.trim() }))}
    >
      <p>
        <strong>First delete this key in the service’s dashboard.</strong>
      </p>
      <p>
        Removes <code className="sensitive">{shortPrint(info.fingerprint)}</code> from this computer. This
        can’t be undone.
      </p>
      <TextField
        label={`Type “${RETIRED}” when done`}
        value={typed}
        onChange={setTyped}
        error={form.errors['typed']}
        data-autofocus
      />
    </FormDialog>
  );
}

/** Asks before a next key is removed that will not be used. */
export function DiscardKeyDialog({ connectionId, keyId }: KeyDialogProps) {
  const info = useKeyInfo(connectionId, keyId);
  const discardKey = useApp((state) => state.discardKey);
  const form = useSubmit();
  if (info === null) return null;
  return (
    <FormDialog
      danger
      asks
      title="Discard the next key?"
      action={<InConnection action="Discard key in" />}
      form={form}
      onSubmit={() => void form.submit(() => discardKey({ connectionId, keyId }))}
    >
      <p>
        Removes <code className="sensitive">{shortPrint(info.fingerprint)}</code> from this computer. It stays
        valid at the service.
      </p>
    </FormDialog>
  );
}
