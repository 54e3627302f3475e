import type { Field } from '../../../preload/contract/boards.ts';
import { Quiet } from './quiet.tsx';
import styles from './inspector.module.css';

/** Every field that Easel has no own place for, as the service sent it. */
export function FieldList({ fields }: { readonly fields: readonly Field[] }): React.JSX.Element {
  if (fields.length === 0) return <Quiet>The service sent no other fields.</Quiet>;
  return (
    <dl className={styles.fields}>
      {fields.map((field) => (
        <div key={field.name} className={styles.field}>
          <dt>{field.name}</dt>
          <dd>
            {field.value === '' ? (
              <span className={styles.muted}>empty</span>
            ) : (
              <span className="sensitive">{field.value}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
