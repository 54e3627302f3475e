/** Asks for the passphrase that the organisation's policy requires, before any key is used. */
import { useEffect, useRef } from 'react';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { spokenSpan } from '../../lib/format.ts';
import { useApp } from '../../store/use-app.ts';
import { useFields, type FieldErrors } from '../../store/use-dialog.ts';
import styles from './lock-screen.module.css';

export function FirstPassphraseForm() {
  const configure = useApp((state) => state.configureLock);
  const idleMinutes = useApp((state) => state.lock?.forcedMinutes ?? null);
  const form = useFields({ passphrase: '', again: '' }, { stays: true });
  const { busy, failure, typed } = form;
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector('input')?.focus(), []);

  function save(): void {
    const { passphrase, again } = typed;
    const wrong: FieldErrors = passphrase === again ? {} : { again: 'They don’t match.' };
    const settings = { idleMinutes, passphrase, currentPassphrase: null };
    void form.submit(() => configure(settings), wrong);
  }

  return (
    <>
      <h1 className="large" id="lock-title">
        Set a passphrase
      </h1>
      <p>
        Your organisation requires Easel to lock after {spokenSpan((idleMinutes ?? 0) * 60_000)} of
        inactivity. API keys can’t be used until you set a passphrase.
      </p>
      <form
        ref={element}
        className={`column-3 wide ${styles.form}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          {...form.field('passphrase')}
          label="Passphrase"
          type="password"
          hint="At least 8 characters. If you forget it, unlocking removes all keys."
        />
        <TextField {...form.field('again')} label="Confirm passphrase" type="password" />
        {failure !== null && (
          <p className="danger" role="alert">
            <strong>{failure.message}</strong> {failure.nextStep}
          </p>
        )}
        <Button type="submit" variant="primary" busy={busy}>
          Set passphrase
        </Button>
      </form>
    </>
  );
}
