import { ArrowRight, BellRing, CircleCheck, CircleDashed, CircleX, History } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { ArgsOf } from '../../../preload/contract/contract.ts';
import { isDue } from '../../../preload/contract/facts.ts';
import { dueAt } from '../../../preload/contract/later-facts.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import type {
  ConnectionKeys,
  KeyInfo,
  KeySlot,
  KeyStage,
  RehearsalCell,
} from '../../../preload/contract/keys.ts';
import { LONGEST } from '../../../preload/contract/limits.ts';
import { Button, type ButtonProps } from '../../parts/button.tsx';
import { CHECK_STATES, CheckFinding } from '../../parts/check-finding.tsx';
import { classNames } from '../../parts/class-names.ts';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { FactTable } from '../../parts/fact-table.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { capital, formatDate } from '../../lib/format.ts';
import { PART_NAMES } from '../../lib/health-wording.ts';
import { Empty } from '../../parts/empty.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { SWITCHED } from '../../store/keys-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useSubmit } from '../../store/use-dialog.ts';
import {
  checkOfNext,
  isRefused,
  keyAt,
  rotationStep,
  slotName,
  slotsOf,
  verdictOfNext,
} from './key-facts.ts';
import styles from './keys-panel.module.css';

interface OfConnection {
  readonly connection: Connection;
  readonly keys: ConnectionKeys;
}

export function KeysPanel({ connection }: { readonly connection: Connection }) {
  const keys = useApp((state) => state.keysById[connection.id]);
  const isCurrent = useApp((state) => state.currentId === connection.id);
  const failed = useApp((state) => state.keysFailure !== null);
  const go = useApp((state) => state.go);
  return (
    <div className={`column ${styles.panel}`}>
      <header className={`between ${styles.header}`}>
        <h2 className="title shrink">
          <ConnectionMark connection={connection} />
        </h2>
        {!isCurrent && (
          <Button className="fixed" onClick={() => void go({ kind: 'connection', id: connection.id })}>
            Switch to this connection
          </Button>
        )}
      </header>
      {keys === undefined ? (
        !failed && <Empty>Loading…</Empty>
      ) : (
        <>
          {slotsOf(connection).map((slot) => (
            <SlotSection key={slot} connection={connection} keys={keys} slot={slot} />
          ))}
          {keys.keys.length > 0 && <RehearsalSection connection={connection} keys={keys} />}
        </>
      )}
    </div>
  );
}

/** Section that tests the current and the next key at both APIs. No other part of the screen needs the network. */
function RehearsalSection({ connection, keys }: OfConnection) {
  const rehearse = useApp((state) => state.rehearseKeys);
  const rehearsing = useApp((state) => state.rehearsing);
  const failure = useApp((state) =>
    state.rehearsalFailure?.connectionId === connection.id ? state.rehearsalFailure.failure : null,
  );
  const isCurrent = useApp((state) => state.currentId === connection.id);
  const [paper, setPaper] = useState('');
  const { rehearsal } = keys;
  const ready = slotsOf(connection).some((slot) => rotationStep(keys, connection, slot) === 'check');
  const check = (): void => void rehearse(connection.id, paper.trim());

  return (
    <section className="column-2 apart" aria-labelledby="keys-check">
      <div className="between">
        <h3 id="keys-check">{ready ? 'Check the next key' : 'Key check'}</h3>
        <span className="hint">
          {rehearsal === null ? (
            'Keys not checked yet'
          ) : (
            <>
              Last checked <RelativeTime at={rehearsal.at} />
            </>
          )}
        </span>
      </div>
      <Form className={`halves ${styles.form}`} onSubmit={check}>
        <TextField
          label="Paper (optional)"
          maxLength={LONGEST.line}
          className="sensitive"
          value={paper}
          onChange={setPaper}
          error={failure?.fields?.['paper']}
          placeholder="Paper identifier or room address"
          hint="If you enter no paper, the check uses the newest one. Easel creates up to two access tokens, then discards them."
        />
        <Button
          type="submit"
          variant={ready ? 'primary' : 'plain'}
          busy={rehearsing === connection.id}
          disabledReason={
            rehearsing === null || rehearsing === connection.id ? null : 'Another key check is running'
          }
        >
          Check keys
        </Button>
      </Form>
      {isCurrent && <TroubleNote part="board-api" />}
      {failure !== null && failure.fields === undefined && (
        <FailureNotice failure={failure} onRetry={check} retrying={rehearsing === connection.id} />
      )}
      {rehearsal !== null && rehearsal.switched.length > 0 && (
        <div className="info">
          <p className="medium">{SWITCHED}</p>
          <p className="muted">Results of the check before the switch:</p>
        </div>
      )}
      {rehearsal !== null && (
        <FactTable
          className={styles.matrix}
          caption="Key check results"
          heads={['Key', ...APIS.map((api) => PART_NAMES[api])]}
        >
          {STAGES.map((stage) => (
            <tr key={stage}>
              <th scope="row">{capital(stage)}</th>
              {APIS.map((api) => {
                const cell = rehearsal.cells.find((each) => each.api === api && each.stage === stage);
                const { word, look, icon } = CHECK_STATES[cell?.state ?? 'not-checkable'];
                return (
                  <td key={api} className="anywhere">
                    <p className={`row-tight bold ${look}`}>
                      {icon}
                      {word}
                    </p>
                    {cell && <CheckFinding {...cell} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </FactTable>
      )}
    </section>
  );
}

const APIS = ['board-api', 'paper-api'] as const satisfies readonly RehearsalCell['api'][];
const STAGES = ['current', 'next'] as const satisfies readonly RehearsalCell['stage'][];

const ARROW = <ArrowRight className={`muted ${styles.arrow}`} size={14} aria-hidden />;

/** Menu to save a report about an API key's replacement. `entry`: number of its log entry; null for the newest. */
export function RotationRecord(rotation: Omit<ArgsOf<'keys.saveRotation'>, 'format'>) {
  const { saveRotation } = useActions();
  const entries = (['pdf', 'txt'] as const).map((format) => ({
    id: format,
    label: format === 'pdf' ? 'Save as PDF…' : 'Save as text…',
    onChoose: () => void saveRotation({ ...rotation, format }),
  }));
  return <MenuButton groups={[{ title: null, entries }]}>Rotation record</MenuButton>;
}

function SlotSection({ connection, keys, slot }: OfConnection & { readonly slot: KeySlot }) {
  const { openDialog, keepKey, switchToNextKey, goBackToKey, discardKey } = useActions();
  const form = useSubmit({ stays: true });
  const actionButton = (
    label: string,
    run: () => Promise<Failure | null>,
    props: Partial<ButtonProps> = {},
  ) => (
    <Button {...props} busy={form.busy} onClick={() => void form.submit(run)}>
      {label}
    </Button>
  );

  const { id: connectionId, environment } = connection;
  const [current, next, previous] = (['current', 'next', 'previous'] as const).map((stage) =>
    keyAt(keys, slot, stage),
  );
  const titleId = `keys-slot-${slot}`;
  const step = rotationStep(keys, connection, slot);
  const verdict = verdictOfNext(keys, connection, slot);
  const keepAndEditButtons = (info: KeyInfo) => (
    <>
      {info.kept === 'session' &&
        environment !== 'practice' &&
        actionButton('Save key in keychain', () => keepKey({ connectionId, keyId: info.id }))}
      <Button onClick={() => openDialog({ kind: 'edit-key', connectionId, info })}>Edit key…</Button>
    </>
  );
  const stage = (label: string) => (
    <Button
      variant={step === 'retire' || step === 'go-back' ? 'plain' : 'primary'}
      aria-describedby={titleId}
      onClick={() => openDialog({ kind: 'stage-key', connectionId, slot })}
    >
      {label}
    </Button>
  );
  const passed = verdict === 'passed';

  return (
    <section className="column-2" aria-labelledby={titleId}>
      <div className="between">
        <h3 id={titleId}>{slotName(connection, slot)}</h3>
        {current && <RotationRecord connectionId={connectionId} slot={slot} entry={null} />}
      </div>
      {form.failure !== null && <FailureNotice failure={form.failure} />}
      <div className={styles.places}>
        <Place
          stage="current"
          info={current}
          highlighted={step === 'add'}
          status={current ? 'In use' : next ? 'No key in use.' : 'No key yet.'}
        >
          {step === 'add' && stage('Add key')}
          {current && keepAndEditButtons(current)}
        </Place>
        {ARROW}
        <Place
          stage="next"
          info={next}
          highlighted={step === 'stage' || step === 'use'}
          status={next ? checkOfNext(keys, connection, slot) : 'Stage a new key here, even offline.'}
          failed={next !== null && verdict === 'failed'}
        >
          {current && !next && stage('Stage next key')}
          {next &&
            actionButton(
              passed ? 'Use next key' : 'Use next key anyway…',
              () => switchToNextKey({ connectionId, slot, knowingly: !passed }),
              {
                variant: step === 'use' ? 'primary' : 'plain',
                disabledReason: current && previous ? 'Retire the previous key first' : null,
              },
            )}
          {next && keepAndEditButtons(next)}
          {next && actionButton('Discard key…', () => discardKey({ connectionId, keyId: next.id }))}
        </Place>
        {ARROW}
        <Place
          stage="previous"
          info={previous}
          highlighted={step === 'retire' || step === 'go-back'}
          status={previous ? 'Easel keeps this key until you retire it' : 'A replaced key is kept here'}
        >
          {previous && (
            <>
              <Button
                variant={step === 'retire' ? 'primary' : 'plain'}
                onClick={() => openDialog({ kind: 'retire-key', connectionId, info: previous })}
              >
                Retire key…
              </Button>
              {actionButton('Use this key again', () => goBackToKey({ connectionId, slot }), {
                variant: step === 'go-back' ? 'primary' : 'plain',
                disabledReason: current && next ? 'Use or discard the next key first' : null,
              })}
              {keepAndEditButtons(previous)}
            </>
          )}
        </Place>
      </div>
    </section>
  );
}

interface PlaceProps {
  readonly stage: KeyStage;
  readonly info: KeyInfo | null | undefined;
  readonly highlighted: boolean;
  readonly status: string;
  readonly failed?: boolean;
  readonly children: ReactNode;
}

const SIGNS = {
  current: [CircleCheck, 'good'],
  next: [CircleDashed, 'accent'],
  previous: [History, 'muted'],
} as const;
const REFUSED = [CircleX, 'danger'] as const;

function Place({ stage, info, highlighted, status, failed = false, children }: PlaceProps) {
  const id = useId();
  const [Icon, look] = stage === 'current' && info && isRefused(info) ? REFUSED : SIGNS[stage];
  const now = useNow();
  const remindAt = info ? dueAt(info) : null;
  const isOverdue = info ? isDue(info, now) : false;
  // The next key is not in use yet, so its card shows only the result of its test.
  const isUsed = stage !== 'next';
  return (
    <article
      className={classNames(
        'column-2 box shrink anywhere',
        styles.place,
        !info && styles.hollow,
        highlighted && styles.lit,
      )}
      aria-labelledby={id}
    >
      <div className="column-0">
        <h4 id={id} className="wrap gap-1">
          <span className="row-tight">
            <Icon className={info ? look : 'muted'} size={15} />
            {capital(stage)}
          </span>{' '}
          {info && <code className={`sensitive ${styles.print}`}>{info.fingerprint}…</code>}
        </h4>
        <p className={failed ? 'danger' : 'muted'}>{status}</p>
      </div>
      {info && (
        <ul className="column-0 selectable">
          {isUsed && (
            <li>
              {info.lastAcceptedAt === null ? (
                <span className="muted">The service hasn’t accepted this key yet</span>
              ) : (
                <>
                  Last accepted <RelativeTime at={info.lastAcceptedAt} />
                </>
              )}
            </li>
          )}
          {isUsed && info.lastRefusedAt !== null && (
            <li className="row-tight start danger">
              <CircleX size={13} />
              <span>
                Last refused <RelativeTime at={info.lastRefusedAt} />
              </span>
            </li>
          )}
          <li>
            Added <RelativeTime at={info.addedAt} />
          </li>
          <li className={info.kept === 'session' ? 'warning bold' : undefined}>
            {info.kept === 'session' ? 'Kept for this session only' : 'Saved in the keychain'}
          </li>
          {info.stage === 'next' && info.useWhenGreen && <li>Easel uses this key when all checks pass</li>}
          {info.note !== '' && (
            <li>
              <span className="muted">Note</span> <span className="sensitive">{info.note}</span>
            </li>
          )}
          {remindAt !== null && (
            <li className={isOverdue ? `row-tight start warning bold caution ${styles.due}` : undefined}>
              {isOverdue && <BellRing size={13} />}
              {isOverdue ? `Rotate now (due ${formatDate(remindAt)})` : `Rotate by ${formatDate(remindAt)}`}
            </li>
          )}
        </ul>
      )}
      <div className={`wrap gap-1 ${styles.actions}`}>{children}</div>
    </article>
  );
}
