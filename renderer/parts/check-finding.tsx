import { CircleCheck, CircleMinus, CircleX, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PartCheck } from '../../preload/contract/connections.ts';
import type { RehearsalCell } from '../../preload/contract/keys.ts';
import { NetworkButton } from './failure-notice.tsx';
import styles from './check-finding.module.css';

export const CHECK_STATES: Readonly<
  Record<
    PartCheck['state'] | RehearsalCell['state'] | 'running',
    { readonly word: string; readonly look: string; readonly icon: ReactNode }
  >
> = {
  good: { word: 'Passed', look: 'good', icon: <CircleCheck size={16} /> },
  refused: { word: 'Refused', look: 'danger', icon: <CircleX size={16} /> },
  failed: { word: 'Failed', look: 'danger', icon: <CircleX size={16} /> },
  offline: { word: 'Not checked (offline)', look: 'muted', icon: <CircleMinus size={16} /> },
  'not-checkable': { word: 'Not checked', look: 'muted', icon: <CircleMinus size={16} /> },
  'no-key': { word: 'No key', look: 'muted', icon: <CircleMinus size={16} /> },
  running: { word: 'Checking…', look: 'accent', icon: <LoaderCircle size={16} className={styles.running} /> },
};

export function CheckFinding({ summary, failure }: Pick<PartCheck, 'summary' | 'failure'>) {
  if (failure === null) return summary !== '' && <p className="sensitive">{summary}</p>;
  return (
    <>
      <p className="sensitive">{summary}</p>
      <p className="muted sensitive">{failure.nextStep}</p>
      {failure.details.length > 0 && (
        <details>
          <summary className="muted">Details</summary>
          <pre className={`sensitive surface round ${styles.details}`}>{failure.details.join('\n')}</pre>
        </details>
      )}
      <NetworkButton failure={failure} />
    </>
  );
}
