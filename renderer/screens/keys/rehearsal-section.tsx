/** The check: current and next key, each tried at both APIs. The only part of this screen that needs the network. */
import { KeyRound, CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { ConnectionKeys, Rehearsal, RehearsalCell } from '../../../preload/contract/keys.ts';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { troubleNote, PART_NAMES } from '../../parts/health-wording.ts';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { absoluteTime, relativeTime } from '../../parts/format.ts';
import { SWITCHED } from '../../store/keys-slice.ts';
import { paperTitle } from '../../store/papers-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { standingOfNext, STAGE_NAMES } from './key-facts.ts';
import styles from './rehearsal-section.module.css';
import { ProxySignInButton } from '../../parts/proxy-sign-in-button.tsx';

export interface RehearsalSectionProps {
  readonly connection: Connection;
  readonly keys: ConnectionKeys;
}

/** *Check now*, and what it found. */
export function RehearsalSection({ connection, keys }: RehearsalSectionProps) {
  const rehearse = useApp((state) => state.rehearseKeys);
  const rehearsing = useApp((state) => state.rehearsing);
  const failure = useApp((state) =>
    state.rehearsalFailure?.connectionId === connection.id ? state.rehearsalFailure.failure : null,
  );
  const caution = useCaution();
  const [paper, setPaper] = useState('');
  const { rehearsal } = keys;
  const ready = standingOfNext(keys, connection) === 'unchecked';
  const check = (): void => void rehearse(connection.id, paper.trim());

  return (
    <section
      className={classNames('column-2 box', styles.section, ready && styles.ready)}
      aria-labelledby="keys-check"
    >
      <div className={styles.head}>
        <h3 id="keys-check">
          {ready && <KeyRound size={15} />}
          {ready ? 'Next key is ready to check' : 'Key check'}
        </h3>
        <span className="hint">{rehearsal === null ? 'Not checked yet' : <Checked at={rehearsal.at} />}</span>
      </div>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          check();
        }}
      >
        <PaperField value={paper} onChange={setPaper} error={failure?.fields?.['paper']} />
        <Button
          type="submit"
          variant={ready ? 'primary' : 'plain'}
          busy={rehearsing === connection.id}
          disabledReason={
            rehearsing !== null && rehearsing !== connection.id ? 'Another check is running' : null
          }
          title={caution ?? undefined}
        >
          Check now
        </Button>
      </form>
      {caution !== null && <p className="warning">{caution}</p>}
      {failure !== null && failure.fields === undefined && (
        <FailureNotice failure={failure} onRetry={check} retrying={rehearsing === connection.id} />
      )}
      {rehearsal !== null && rehearsal.switched.length > 0 && (
        <div className={styles.switched}>
          <p>{SWITCHED}</p>
          <p className={styles.before}>Below: the keys before the switch.</p>
        </div>
      )}
      {rehearsal !== null && <RehearsalMatrix rehearsal={rehearsal} />}
    </section>
  );
}

function Checked({ at }: { readonly at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={absoluteTime(at)}>
      Checked {relativeTime(at, useNow())}
    </time>
  );
}

interface PaperFieldProps {
  readonly value: string;
  readonly onChange: (paper: string) => void;
  readonly error: string | undefined;
}

/** The paper API can't be tried without a paper: the newest that is remembered is taken unless one is named. */
function PaperField({ value, onChange, error }: PaperFieldProps) {
  const newest = useApp((state) => state.keysPaper);
  return (
    <TextField
      label="Paper (optional)"
      className="sensitive"
      value={value}
      onChange={onChange}
      error={error}
      placeholder={newest === null ? 'Identifier or room address' : `Newest: ${paperTitle(newest)}`}
      hint={newest === null ? 'Needed to check the paper API.' : 'Makes and discards one access token.'}
    />
  );
}

/** Why a check may fail now; null when nothing speaks against it. */
function useCaution(): string | null {
  const now = useNow();
  return useApp(
    ({ keysHealth }) =>
      troubleNote(keysHealth, 'board-api', now) ?? troubleNote(keysHealth, 'paper-api', now),
  );
}

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
export function RehearsalMatrix({ rehearsal }: { readonly rehearsal: Rehearsal }) {
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

function Cell({ cell }: { readonly cell: RehearsalCell | undefined }) {
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
