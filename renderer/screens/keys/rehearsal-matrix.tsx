import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Rehearsal, RehearsalCell } from '../../../preload/contract/keys.ts';
import { classNames } from '../../parts/class-names.ts';
import { PART_NAMES } from '../../parts/health-wording.ts';
import { ProxySignInButton } from '../../parts/proxy-sign-in-button.tsx';
import { STAGE_NAMES } from './key-facts.ts';
import styles from './rehearsal-matrix.module.css';

const APIS = ['board-api', 'paper-api'] as const satisfies readonly RehearsalCell['api'][];
const STAGES = ['current', 'next'] as const satisfies readonly RehearsalCell['stage'][];

const STATES: Readonly<
  Record<RehearsalCell['state'], { readonly word: string; readonly look: string; readonly icon: ReactNode }>
> = {
  good: { word: 'Accepted', look: 'good', icon: <CircleCheck size={15} /> },
  refused: { word: 'Refused', look: 'danger', icon: <CircleX size={15} /> },
  failed: { word: 'Failed', look: 'danger', icon: <CircleX size={15} /> },
  'not-checkable': { word: 'Not checked', look: 'muted', icon: <CircleMinus size={15} /> },
  'no-key': { word: 'No key', look: 'muted', icon: <CircleMinus size={15} /> },
};

/** The four cells, as a table: a row for each key, a column for each API. */
export function RehearsalMatrix({ rehearsal }: { readonly rehearsal: Rehearsal }): React.JSX.Element {
  return (
    <table className={styles.matrix} aria-label="Check results">
      <thead>
        <tr>
          <th scope="col">Key</th>
          {APIS.map((api) => (
            <th key={api} scope="col">
              {PART_NAMES[api]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {STAGES.map((stage) => (
          <tr key={stage}>
            <th scope="row">{STAGE_NAMES[stage]}</th>
            {APIS.map((api) => (
              <Cell
                key={api}
                cell={rehearsal.cells.find((each) => each.api === api && each.stage === stage)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ cell }: { readonly cell: RehearsalCell | undefined }): React.JSX.Element {
  if (cell === undefined) return <td className={styles.cell}>Not checked</td>;
  const { word, look, icon } = STATES[cell.state];
  const { failure } = cell;
  return (
    <td className={styles.cell}>
      <p className={classNames(styles.word, look)}>
        {icon}
        {word}
      </p>
      {/* What was found of a failure names the address. */}
      <p className={failure === null ? undefined : 'sensitive'}>{cell.summary}</p>
      {failure !== null && (
        <>
          <details>
            <summary>Details</summary>
            <p>{failure.nextStep}</p>
            <pre className="sensitive">{failure.details.join('\n')}</pre>
          </details>
          <ProxySignInButton failure={failure} />
        </>
      )}
    </td>
  );
}
