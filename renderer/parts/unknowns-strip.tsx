/** Creates whose end was not seen, above the rows of their screen. None of them is ever sent again from here. */
import { CircleQuestionMark } from 'lucide-react';
import type { UnknownOutcome } from '../../preload/contract/domain.ts';
import { useShallow } from 'zustand/react/shallow';
import { useApp } from '../store/use-app.ts';
import { Button } from './button.tsx';
import { RelativeTime } from './relative-time/relative-time.tsx';
import styles from './unknowns-strip.module.css';

/** The list of this kind; nothing while there is none. */
export function UnknownsStrip({ kind }: { readonly kind: UnknownOutcome['kind'] }): React.JSX.Element | null {
  const unknowns = useApp(useShallow((state) => state.unknowns.filter((unknown) => unknown.kind === kind)));
  if (unknowns.length === 0) return null;
  return (
    <ul className={styles.strip} aria-label="Outcome unknown">
      {unknowns.map((unknown) => (
        <Row key={unknown.id} unknown={unknown} />
      ))}
    </ul>
  );
}

function Row({ unknown }: { readonly unknown: UnknownOutcome }): React.JSX.Element {
  const settle = useApp((state) => state.settleUnknown);
  const raise = useApp((state) => state.raise);
  const openDialog = useApp((state) => state.openDialog);
  const { id, kind, name, sentAt, reason } = unknown;
  const text = `unknown-${id}`;

  const dismiss = async (): Promise<void> => {
    const failed = await settle(id, null);
    if (failed !== null) raise(failed);
  };

  return (
    <li className={styles.row}>
      <CircleQuestionMark className={styles.icon} size={16} aria-hidden />
      <p className={styles.text} id={text}>
        <strong>Outcome unknown:</strong> {kind}
        {name !== '' && ` “${name}”`} sent{' '}
        <span className={styles.when}>
          <RelativeTime at={sentAt} exact="spoken" />
        </span>
        . {reason}
      </p>
      <Button aria-describedby={text} onClick={() => openDialog({ kind: 'check-unknown', unknown })}>
        Check
      </Button>
      <Button aria-describedby={text} onClick={() => void dismiss()}>
        Dismiss
      </Button>
    </li>
  );
}
