import type { Connection } from '../../preload/contract/domain.ts';
import styles from './connection-property.module.css';
import { EnvironmentBadge } from './environment-badge.tsx';
import { Property } from './inspector/properties.tsx';

/** Where something is about to happen: the connection's name and its environment. */
export function ConnectionProperty({ connection }: { readonly connection: Connection }): React.JSX.Element {
  return (
    <Property label="Connection">
      <span className={styles.connection}>
        <EnvironmentBadge environment={connection.environment} />
        {connection.name}
      </span>
    </Property>
  );
}
