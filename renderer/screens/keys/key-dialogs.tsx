import { useState } from 'react';
import type { KeyInfo } from '../../../preload/contract/keys.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { InEnvironment } from '../../parts/connection-mark.tsx';
import { dayAfter, dayOf, startOfDay, TOO_EARLY } from '../../parts/days.ts';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { TextField, type TextFieldProps, SecretField } from '../../parts/field.tsx';
import { KeyPlace } from '../../parts/keychain-note.tsx';
import { useOnLock } from '../../parts/use-on-lock.ts';
import { allows } from '../../store/changes.ts';
import type { PropsOf } from '../../store/ui-slice.ts';
import { useApp, useConnection } from '../../store/use-app.ts';
import { useFields } from '../../store/use-dialog.ts';
import styles from './dialogs.module.css';
import { keyAt } from './key-facts.ts';

export function EditKeyDialog({ connectionId, info }: PropsOf<'edit-key'>) {
  const editKey = useApp((state) => state.editKey);
  const form = useFields(draftOf(info));
  const [useWhenGreen, setUseWhenGreen] = useState(info.useWhenGreen);
  return (
    <FormDialog
      title={`Edit ${info.stage} key`}
      action="Save"
      form={form}
      wrong={() => wrongReminder(form.typed)}
      onSubmit={() => editKey({ connectionId, keyId: info.id, ...editedOf(form.typed), useWhenGreen })}
    >
      <p>
        Fingerprint <code className="sensitive">{info.fingerprint}…</code>
      </p>
      <NoteFields field={form.field} />
      {info.stage === 'next' && (
        <Choice checked={useWhenGreen} onChange={setUseWhenGreen}>
          Use this key automatically when all checks pass
        </Choice>
      )}
    </FormDialog>
  );
}

function draftOf(info: KeyInfo | null) {
  const remindAt = info?.remindAt == null ? '' : dayOf(info.remindAt);
  return { note: info?.note ?? '', remindAt };
}

function editedOf({ note, remindAt }: ReturnType<typeof draftOf>) {
  return { note: note.trim(), remindAt: startOfDay(remindAt) };
}

function wrongReminder({ remindAt }: ReturnType<typeof draftOf>) {
  const isEarly = remindAt !== '' && startOfDay(remindAt) === null;
  return { remindAt: isEarly || halfDate() !== null ? TOO_EARLY : null };
}

/** Returns the date field if its date is incomplete, because saving its empty value would remove the reminder. */
function halfDate(): HTMLInputElement | null {
  return document.querySelector('dialog input[type="date"]:invalid');
}

type Typed = Pick<TextFieldProps, 'value' | 'error' | 'onChange'>;

function NoteFields({ field }: { readonly field: (name: keyof ReturnType<typeof draftOf>) => Typed }) {
  const setReminder = field('remindAt').onChange;
  function clear(): void {
    const half = halfDate();
    if (half !== null) half.value = '';
    setReminder('');
  }
  return (
    <>
      <TextField {...field('note')} label="Note (optional)" className="sensitive" />
      <div className={`wrap ${styles.reminder}`}>
        <TextField {...field('remindAt')} label="Rotation reminder" type="date" />
        <div className="wrap" role="group" aria-label="Remind me in">
          {[30, 60, 90].map((days) => (
            <Button key={days} onClick={() => setReminder(dayAfter(Date.now(), days))}>
              {days} days
            </Button>
          ))}
          <Button variant="quiet" onClick={clear}>
            Never
          </Button>
        </div>
      </div>
    </>
  );
}

const RETIRED = 'retired';

/** Asks for a confirmation before a previous API key is removed. The user must first delete it at the service. */
export function RetireKeyDialog({ connectionId, info }: PropsOf<'retire-key'>) {
  const retireKey = useApp((state) => state.retireKey);
  const form = useFields({ typed: '' });
  const typed = form.typed.typed.trim();
  return (
    <FormDialog
      asks
      title="Retire the previous key?"
      action={<InEnvironment action="Retire key" />}
      form={form}
      off={typed === RETIRED ? null : `Type “${RETIRED}” first`}
      onSubmit={() => retireKey({ connectionId, keyId: info.id, typed })}
    >
      <p>
        <strong>First delete this key in the service’s dashboard.</strong>
      </p>
      <p>
        Key <code className="sensitive">{info.fingerprint}…</code> will be removed from this computer. This
        can’t be undone.
      </p>
      <TextField
        {...form.field('typed')}
        label={`Type “${RETIRED}” to confirm`}
        data-disposable
        data-autofocus
      />
    </FormDialog>
  );
}

export function StageKeyDialog({ connectionId, slot }: PropsOf<'stage-key'>) {
  const connection = useConnection(connectionId);
  const hasCurrent = useApp((state) => keyAt(state.keysById[connectionId], slot, 'current') !== null);
  const sessionAllowed = useApp((state) => allows(state, 'sessionKeys'));
  const stageKey = useApp((state) => state.stageKey);
  const [useWhenGreen, setUseWhenGreen] = useState(true);
  const [sessionOnly, setSessionOnly] = useState(false);
  const form = useFields({ apiKey: '', ...draftOf(null) });
  const { field } = form;
  const { apiKey } = form.typed;
  useOnLock(() => field('apiKey').onChange(''));

  const edited = { ...editedOf(form.typed), useWhenGreen, sessionOnly };
  const api = connection?.boardKey == null ? '' : slot === 'main' ? 'paper API ' : 'board API ';
  return (
    <FormDialog
      title={hasCurrent ? `Stage next ${api}key` : `Add ${api}key`}
      size="medium"
      action="Save key"
      form={form}
      wrong={() => ({ apiKey: apiKey === '' ? 'Enter the API key.' : null, ...wrongReminder(form.typed) })}
      onSubmit={() => stageKey({ connectionId, slot, apiKey, ...edited })}
    >
      {hasCurrent && <p>For now, the current key stays in use.</p>}
      <SecretField
        {...field('apiKey')}
        label="API key"
        hint="After you save the key, Easel never shows it again."
        data-autofocus
        aria-required
      />
      <NoteFields field={field} />
      {hasCurrent && (
        <Choice checked={useWhenGreen} onChange={setUseWhenGreen}>
          Use this key automatically when all checks pass
        </Choice>
      )}
      {sessionAllowed && connection?.environment !== 'practice' && (
        <KeyPlace sessionOnly={sessionOnly} onChange={setSessionOnly} />
      )}
    </FormDialog>
  );
}
