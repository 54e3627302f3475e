/** The environment of a connection, as a colour and a word: never one without the other. */
import type { Environment } from '../../preload/contract/connections.ts';
import styles from './environment-badge.module.css';

/** The word for each environment, as it stands on badges and on buttons that delete. */
export const ENVIRONMENT_WORDS: Readonly<Record<Environment, string>> = {
  production: 'Production',
  staging: 'Staging',
  test: 'Test',
  practice: 'Practice',
};

/** The badge. */
export function EnvironmentBadge({ environment }: { readonly environment: Environment }) {
  const color = `--environment-${environment}`;
  return (
    <span className={styles.badge} style={{ background: `var(${color})`, color: `var(${color}-text)` }}>
      {ENVIRONMENT_WORDS[environment]}
    </span>
  );
}
