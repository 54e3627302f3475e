/** All that is seen of Easel while it is locked. */
import { LockKeyhole } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { BlurredNote } from '../../frame/blurred-note.tsx';
import { Button } from '../../parts/button.tsx';
import { useApp } from '../../store/use-app.ts';
import { ForgotPassphraseDialog } from './forgot-passphrase-dialog.tsx';
import styles from './lock-screen.module.css';
import { PassphraseForm, SystemQuestion } from './unlock-forms.tsx';

/**
 * A modal dialog over the whole window: nothing else can be reached, not even a dialog that was open before, and
 * which keeps what was typed there.
 */
export function LockScreen(): React.JSX.Element {
  const ref = useRef<HTMLDialogElement>(null);
  const unlockBy = useApp((state) => state.lock?.unlockBy);
  const [forgotten, setForgotten] = useState(false);

  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  useEffect(() => {
    document.title = 'Easel (locked)';
  }, []);

  return (
    <>
      <dialog
        ref={ref}
        className={styles.screen}
        aria-labelledby="lock-title"
        // Not even for a moment: the next Esc would close the dialog below.
        closedby="none"
      >
        <header className={`between bold title-bar ${styles.strip}`}>
          <span>Easel (locked)</span>
          <BlurredNote />
        </header>
        <main className={styles.middle}>
          <div className={`column-3 ${styles.panel}`}>
            <LockKeyhole className="accent" size={32} />
            <h1 className="large" id="lock-title">
              Easel is locked
            </h1>
            <p>Keys are cleared from memory and live rooms left. What you were writing is kept.</p>
            {unlockBy === 'passphrase' ? <PassphraseForm /> : <SystemQuestion />}
            <Button variant="quiet" className={styles.forgotten} onClick={() => setForgotten(true)}>
              {unlockBy === 'passphrase' ? 'Forgot passphrase?' : 'Can’t unlock?'}
            </Button>
          </div>
        </main>
      </dialog>
      {forgotten && <ForgotPassphraseDialog onClose={() => setForgotten(false)} />}
    </>
  );
}
