/** The check: current and next key, each tried at both APIs. The only part of this screen that needs the network. */
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { ConnectionKeys, Rehearsal, RehearsalCell } from '../../../preload/contract/keys.ts';
import { Button } from '../../parts/button.tsx';
import { CHECK_STATES, CheckFinding } from '../../parts/check-finding.tsx';
import { classNames } from '../../parts/class-names.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { PART_NAMES, troubleNote } from '../../parts/health-wording.ts';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { SWITCHED } from '../../store/keys-slice.ts';
import { paperTitle } from '../../store/papers-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { STAGE_NAMES, standingOfNext } from './key-facts.ts';
import styles from './rehearsal-section.module.css';

interface RehearsalSectionProps {
  readonly connection: Connection;
  readonly keys: ConnectionKeys;
}

export function RehearsalSection({ connection, keys }: RehearsalSectionProps) {
  const rehearse = useApp((state) => state.rehearseKeys);
  const rehearsing = useApp((state) => state.rehearsing);
  const failure = useApp((state) =>
    state.rehearsalFailure?.connectionId === connection.id ? state.rehearsalFailure.failure : null,
  );
  const now = useNow();
  /** Why a check may fail now; null when nothing speaks against it. */
  const caution = useApp(
    ({ keysHealth }) =>
      troubleNote(keysHealth, 'board-api', now) ?? troubleNote(keysHealth, 'paper-api', now),
  );
  /** The paper API can't be tried without a paper: the newest that is remembered is taken unless one is named. */
  const newest = useApp((state) => state.keysPaper);
  const [paper, setPaper] = useState('');
  const { rehearsal } = keys;
  const ready = standingOfNext(keys, connection) === 'unchecked';
  const check = (): void => void rehearse(connection.id, paper.trim());

  return (
    <section
      className={classNames('column-2 box surface padded-3', ready && styles.ready)}
      aria-labelledby="keys-check"
    >
      <div className="between">
        <h3 id="keys-check" className="row-tight">
          {ready && <KeyRound size={15} />}
          {ready ? 'Check the next key' : 'Key check'}
        </h3>
        <span className="hint">
          {rehearsal === null ? (
            'Not checked yet'
          ) : (
            <>
              Checked <RelativeTime at={rehearsal.at} />
            </>
          )}
        </span>
      </div>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          check();
        }}
      >
        <TextField
          label="Paper (optional)"
          className="sensitive"
          value={paper}
          onChange={setPaper}
          error={failure?.fields?.['paper']}
          placeholder={newest === null ? 'Identifier or room address' : `Newest: ${paperTitle(newest)}`}
          hint={newest === null ? 'To check the paper API.' : 'Makes and discards one access token.'}
        />
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
        <div className="info">
          <p className="medium">{SWITCHED}</p>
          <p className="muted">Before the switch:</p>
        </div>
      )}
      {rehearsal !== null && <RehearsalMatrix rehearsal={rehearsal} />}
    </section>
  );
}

const APIS = ['board-api', 'paper-api'] as const satisfies readonly RehearsalCell['api'][];
const STAGES = ['current', 'next'] as const satisfies readonly RehearsalCell['stage'][];

/** The four cells, as a table: a row for each key, a column for each API. */
function RehearsalMatrix({ rehearsal }: { readonly rehearsal: Rehearsal }) {
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
  const { word, look, icon } = CHECK_STATES[cell?.state ?? 'not-checkable'];
  return (
    <td className={styles.cell}>
      <p className={`row-tight bold ${look}`}>
        {icon}
        {word}
      </p>
      {cell && <CheckFinding {...cell} />}
    </td>
  );
}
