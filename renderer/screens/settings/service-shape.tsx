/** The shape lens: what the service of the current connection looks like, as learned so far; to be read, and copied into a report. */
import { useEffect } from 'react';
import type { ServiceShape } from '../../../preload/contract/boards.ts';
import { Button } from '../../parts/button.tsx';
import { counted } from '../../parts/format.ts';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { currentConnection } from '../../store/connections-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import styles from './settings-screen.module.css';

type Fact = ServiceShape['facts'][number];

/** The table with its button, or why there is none yet. */
export function ServiceShapeTable() {
  const connection = useApp(currentConnection);
  const shape = useApp((state) => (state.shape?.connectionId === state.currentId ? state.shape : null));
  const { readShape, copy } = useActions();
  const id = connection?.id ?? null;
  useEffect(() => {
    if (id !== null) void readShape();
  }, [id, readShape]);

  if (connection === null) return <p>No connection.</p>;
  if (shape === null) return <p className="muted">Loading…</p>;
  if (shape.facts.length === 0) return <p>Nothing learned yet. Load the boards of this connection first.</p>;
  return (
    <>
      <p>
        The service of <span className="sensitive">{connection.name}</span>:
      </p>
      <table className={`table selectable ${styles.learned}`}>
        <caption className="visually-hidden">What Easel has learned of this service</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Learned</th>
            <th scope="col">How sure</th>
          </tr>
        </thead>
        <tbody>
          {shape.facts.map((fact) => (
            <tr key={fact.about}>
              <th scope="row">{fact.about}</th>
              <td>
                <code>{fact.found}</code>
              </td>
              <td>
                {sureness(fact)}, <RelativeTime at={fact.seenAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="row">
        <Button onClick={() => void copy(shapeReport(shape), 'what Easel has learned of this service')}>
          Copy for a report
        </Button>
      </div>
    </>
  );
}

/** "Sure, seen 12 times". */
function sureness({ sure, times }: Fact): string {
  return `${sure ? 'Sure' : 'Likely'}, seen ${times === 1 ? 'once' : counted(times, 'time')}`;
}

/** As plain text, which doesn't say whose service it is. */
export function shapeReport({ facts }: ServiceShape): string {
  const lines = facts.map((fact) => {
    const sure = sureness(fact).toLowerCase();
    return `${fact.about} ${fact.found} (${sure}, last ${new Date(fact.seenAt).toISOString()})`;
  });
  return ['What Easel has learned of the service:', ...lines, ''].join('\n');
}
