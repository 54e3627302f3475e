import { useApp } from '../../store/use-app.ts';
import styles from './settings-screen.module.css';

/** Every rule of the organisation's policy, to be read; or that there is none. */
export function PolicyTable(): React.JSX.Element {
  const policy = useApp((state) => state.policy);
  if (policy === null) return <p className={styles.muted}>Reading the policy…</p>;
  if (policy.kind === 'none') {
    return <p>No policy on this computer. Everything here is your own decision.</p>;
  }
  return (
    <>
      <p>
        From <code className="sensitive">{policy.source}</code>
      </p>
      {policy.rules.length === 0 ? (
        <p>It decides nothing that differs from Easel’s own ways.</p>
      ) : (
        <table className={styles.rules}>
          <caption className="visually-hidden">Rules of the policy</caption>
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">What it means</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {policy.rules.map(({ name, meaning, value }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{meaning}</td>
                <td>
                  <span className="sensitive">{value}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
