/** The state of this computer's keychain: the cause of trouble, the fix for this system, and *Try again*. */
import { CircleCheck, KeyRound, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { KeychainStatus } from '../../preload/contract/keys.ts';
import { useApp, useAppStore } from '../store/use-app.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './keychain-note.module.css';

/** Whether the keychain is known to be out of reach: one that was not asked yet is not. */
export function keychainInTrouble(keychain: KeychainStatus | null): boolean {
  return keychain !== null && keychain.state !== 'available' && keychain.state !== 'not-asked';
}

/** One sentence about the keychain. */
function keychainSentence({ state, backend, cause }: KeychainStatus): string {
  if (state === 'available') return `${backend} is ready.`;
  if (state === 'not-asked') return `${backend} may ask for permission.`;
  return cause;
}

export interface KeychainNoteProps {
  /** `strip`: across the top of a screen, without a box. */
  readonly look?: 'box' | 'strip';
}

/** The note. Only *Try again* asks the keychain, for asking may open a question of the system. */
export function KeychainNote({ look = 'box' }: KeychainNoteProps) {
  const keychain = useApp((state) => state.keychain);
  const store = useAppStore();
  const [busy, setBusy] = useState(false);
  if (keychain === null) return null;
  const trouble = keychainInTrouble(keychain);

  async function tryAgain(): Promise<void> {
    setBusy(true);
    await store.getState().refreshKeychain();
    setBusy(false);
    const { keychain: now, announce } = store.getState();
    if (now !== null) announce(keychainSentence(now));
  }

  return (
    <div
      className={classNames('wrap muted', styles.note, trouble && styles.trouble, trouble && styles[look])}
    >
      <Icon state={keychain.state} />
      <p className={`grow ${styles.text}`}>
        {trouble ? <strong>{keychainSentence(keychain)}</strong> : keychainSentence(keychain)}
        {trouble && ` ${keychain.fix}`}
      </p>
      {trouble && <CopyKeychainTrouble keychain={keychain} />}
      {keychain.state !== 'available' && (
        <Button busy={busy} onClick={() => void tryAgain()}>
          {trouble ? 'Try again' : 'Check now'}
        </Button>
      )}
    </div>
  );
}

/** Copies the details of the trouble, for support. */
export function CopyKeychainTrouble({ keychain }: { readonly keychain: KeychainStatus }) {
  const copy = useApp((state) => state.copy);
  const { cause, fix, said } = keychain;
  const lines = [`${keychainSentence(keychain)} ${cause} ${fix}`, ...(said ? [said] : [])];
  return <Button onClick={() => void copy(lines.join('\n'), 'the details')}>Copy details</Button>;
}

function Icon({ state }: { readonly state: KeychainStatus['state'] }) {
  if (state === 'available') return <CircleCheck size={14} className="good" />;
  if (state === 'not-asked') return <KeyRound size={14} />;
  return <TriangleAlert size={14} className="warning" />;
}
