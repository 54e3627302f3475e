import { CircleAlert } from 'lucide-react';
import type { Imported } from '../../../preload/contract/connections.ts';
import styles from './transfer.module.css';
import { counted, importedSentence } from './wording.ts';

/** How an import ended: what came, and what was left as it was, with the reason. */
export function ImportResult({ imported }: { readonly imported: Imported }): React.JSX.Element {
  const { problems } = imported;
  return (
    <div className={styles.result} role="status">
      <p className={styles.done}>{importedSentence(imported)}</p>
      {problems.length > 0 && (
        <>
          <p>{counted(problems.length, 'connection was', 'connections were')} left as they were:</p>
          <ul className={styles.problems}>
            {problems.map(({ index, name, failure }) => (
              <li key={index}>
                <CircleAlert size={14} aria-hidden />
                <div>
                  <p>
                    <strong className="sensitive">{name}</strong>
                  </p>
                  <p className="sensitive">
                    {failure.message} {failure.nextStep}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
