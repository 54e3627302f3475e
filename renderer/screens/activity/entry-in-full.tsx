import type { ActivityEntry } from '../../../preload/contract/activity.ts';
import { absoluteTime } from '../../parts/relative-time/wording.ts';
import styles from './activity-screen.module.css';
import { ACTION_WORDS, outcomeSentence } from './wording.ts';

/** The current line of the log, with all that the columns may cut off. */
export function EntryInFull({ entry }: { readonly entry: ActivityEntry }): React.JSX.Element {
  const { number, at, action, target, detail, reason, connectionName, user } = entry;
  return (
    <section className={styles.entry} aria-label="This line">
      <p>
        <strong>{ACTION_WORDS[action]}</strong> <code className="sensitive">{target}</code>{' '}
        <span className={styles.muted}>
          Line {number.toLocaleString('en')}, {absoluteTime(at)}
        </span>
      </p>
      <p role="status">
        {outcomeSentence(entry)}
        {detail !== '' && (
          <>
            : <span className="sensitive">{detail}</span>
          </>
        )}
      </p>
      {reason !== '' && (
        <p>
          Reason: <span className="sensitive">{reason}</span>
        </p>
      )}
      <p className={styles.muted}>
        By <span className="sensitive">{user}</span>
        {connectionName !== '' && (
          <>
            {' '}
            on <span className="sensitive">{connectionName}</span>
          </>
        )}
      </p>
    </section>
  );
}
