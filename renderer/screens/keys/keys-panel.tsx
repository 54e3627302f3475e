/** The keys of one connection: their check, and the current, next and previous key of each slot with what can be done. */
import { ArrowRight, BellRing, CircleCheck, CircleDashed, CircleX, History } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import type {
  ConnectionKeys,
  KeyInfo,
  KeySlot,
  KeyStage,
  Rehearsal,
  RehearsalCell,
} from '../../../preload/contract/keys.ts';
import { Button } from '../../parts/button.tsx';
import { CHECK_STATES, CheckFinding } from '../../parts/check-finding.tsx';
import { classNames } from '../../parts/class-names.ts';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { formatDate } from '../../lib/format.ts';
import { PART_NAMES, troubleNote } from '../../lib/health-wording.ts';
import { Empty } from '../../parts/empty.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { SWITCHED } from '../../store/keys-slice.ts';
import { paperTitle } from '../../store/papers-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import {
  isDue,
  isNextGreen,
  keyAt,
  rotationStep,
  shortPrint,
  slotName,
  slotsOf,
  STAGE_NAMES,
  standingOfNext,
  verdictOfNext,
} from './key-facts.ts';
import styles from './keys-panel.module.css';

interface OfConnection {
  readonly connection: Connection;
  readonly keys: ConnectionKeys;
}

export function KeysPanel({ connection }: { readonly connection: Connection }) {
  const keys = useApp((state) => state.keysById[connection.id]);
  const inFront = useApp((state) => state.currentId === connection.id);
  const failed = useApp((state) => state.keysFailure !== null);
  const go = useApp((state) => state.go);
  return (
    <div className={`column ${styles.panel}`}>
      <header className={`between ${styles.header}`}>
        <h2 className="title shrink">
          <ConnectionMark connection={connection} />
        </h2>
        {!inFront && (
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

/** The check: current and next key, each tried at both APIs. The only part of this screen that needs the network. */
function RehearsalSection({ connection, keys }: OfConnection) {
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
  const tryKeys = (): void => void rehearse(connection.id, paper.trim());

  return (
    <section className="column-2 apart" aria-labelledby="keys-check">
      <div className="between">
        <h3 id="keys-check">{ready ? 'Check the next key' : 'Key check'}</h3>
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
        className={`halves ${styles.form}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          tryKeys();
        }}
      >
        <TextField
          label="Paper (optional)"
          className="sensitive"
          value={paper}
          onChange={setPaper}
          error={failure?.fields?.['paper']}
          placeholder={newest === null ? 'Identifier or room address' : `Newest: ${paperTitle(newest)}`}
          hint={newest === null ? NEEDS_PAPER : 'Makes and discards one access token.'}
        />
        <Button
          type="submit"
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
        <FailureNotice failure={failure} onRetry={tryKeys} retrying={rehearsing === connection.id} />
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

const NEEDS_PAPER = 'The paper API can’t be tried without one, so not all checks can pass.';

const APIS = ['board-api', 'paper-api'] as const satisfies readonly RehearsalCell['api'][];
const STAGES = ['current', 'next'] as const satisfies readonly RehearsalCell['stage'][];

/** The four cells, as a table: a row for each key, a column for each API. */
function RehearsalMatrix({ rehearsal }: { readonly rehearsal: Rehearsal }) {
  return (
    <table className={`wide ${styles.matrix}`} aria-label="Check results">
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
    <td className={`anywhere ${styles.cell}`}>
      <p className={`row-tight bold ${look}`}>
        {icon}
        {word}
      </p>
      {cell && <CheckFinding {...cell} />}
    </td>
  );
}

/** One slot: the three places of its rotation. What is to be done next stands out, and nothing else. */
function SlotSection({ connection, keys, slot }: OfConnection & { readonly slot: KeySlot }) {
  const { openDialog, keepKey, switchToNextKey, goBackToKey, discardKey, rehearseKeys } = useActions();
  const rehearsing = useApp((state) => state.rehearsing);
  const hasPaper = useApp((state) => state.keysPaper !== null);
  /** The action under way; one at a time. */
  const [busy, setBusy] = useState<'keep' | 'use' | 'go-back' | 'discard' | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function act(what: typeof busy, run: () => Promise<Failure | null>): Promise<void> {
    setBusy(what);
    setFailure(null);
    const failed = await run();
    // To main's question they said no.
    setFailure(failed?.code === 'cancelled' ? null : failed);
    setBusy(null);
  }

  const { id, environment } = connection;
  const [current, next, previous] = (['current', 'next', 'previous'] as const).map((stage) =>
    keyAt(keys, slot, stage),
  );
  const section = useFocusAfterChange(
    [current, next, previous].map((key) => `${key?.id} ${key?.kept}`).join(),
  );
  const titleId = `keys-slot-${slot}`;
  const step = rotationStep(keys, connection, slot);
  const ask = (kind: 'edit-key' | 'retire-key', key: KeyInfo): void =>
    openDialog({ kind, connectionId: id, keyId: key.id });

  const keepAndEdit = (key: KeyInfo) => (
    <>
      {key.kept === 'session' && environment !== 'practice' && (
        <Button
          busy={busy === 'keep'}
          onClick={() => void act('keep', () => keepKey({ connectionId: id, keyId: key.id }))}
        >
          Save in keychain
        </Button>
      )}
      <Button variant="quiet" onClick={() => ask('edit-key', key)}>
        Edit…
      </Button>
    </>
  );
  const stage = (words: string) => (
    <Button
      variant={step === 'retire' ? 'plain' : 'primary'}
      aria-describedby={titleId}
      onClick={() => openDialog({ kind: 'stage-key', connectionId: id, slot })}
    >
      {words}
    </Button>
  );
  const notNow = current && previous ? 'Retire the previous key first' : null;

  return (
    <section ref={section} className="column-2" aria-labelledby={titleId}>
      <h3 id={titleId}>{slotName(connection, slot)}</h3>
      {failure !== null && <FailureNotice failure={failure} onDismiss={() => setFailure(null)} />}
      <div className={styles.places}>
        <Place
          stage="current"
          info={current}
          lit={step === 'add'}
          says={current ? 'In use' : next ? 'No key in use.' : 'No key yet.'}
        >
          {step === 'add' && stage('Add key')}
          {current && keepAndEdit(current)}
        </Place>
        <Arrow />
        <Place
          stage="next"
          info={next}
          lit={step === 'stage' || step === 'check' || step === 'use'}
          says={next ? VERDICTS[verdictOfNext(keys, connection, slot)] : 'You can stage one offline.'}
        >
          {current && !next && stage('Stage next key')}
          {step === 'check' && (
            <Button
              variant="primary"
              busy={rehearsing === id}
              disabledReason={rehearsing !== null && rehearsing !== id ? 'Another check is running' : null}
              title={hasPaper ? undefined : NEEDS_PAPER}
              onClick={() => void rehearseKeys(id, '')}
            >
              Check key
            </Button>
          )}
          {next && isNextGreen(keys, connection, slot) && (
            <Button
              variant={step === 'use' ? 'primary' : 'plain'}
              busy={busy === 'use'}
              disabledReason={notNow}
              onClick={() =>
                void act('use', () => switchToNextKey({ connectionId: id, slot, knowingly: false }))
              }
            >
              Use next key
            </Button>
          )}
          {next && !isNextGreen(keys, connection, slot) && (
            <Button
              variant="quiet"
              busy={busy === 'use'}
              disabledReason={notNow}
              onClick={() =>
                void act('use', () => switchToNextKey({ connectionId: id, slot, knowingly: true }))
              }
            >
              Use anyway…
            </Button>
          )}
          {next && keepAndEdit(next)}
          {next && (
            <Button
              variant="quiet"
              busy={busy === 'discard'}
              onClick={() => void act('discard', () => discardKey({ connectionId: id, keyId: next.id }))}
            >
              Discard…
            </Button>
          )}
        </Place>
        <Arrow />
        <Place
          stage="previous"
          info={previous}
          lit={step === 'retire'}
          says={previous ? 'Kept until retired' : 'Kept after a switch.'}
        >
          {previous && (
            <>
              <Button
                variant={step === 'retire' ? 'primary' : 'plain'}
                onClick={() => ask('retire-key', previous)}
              >
                Retire…
              </Button>
              <Button
                variant="quiet"
                busy={busy === 'go-back'}
                disabledReason={current && next ? 'Use or discard the next key first' : null}
                onClick={() => void act('go-back', () => goBackToKey({ connectionId: id, slot }))}
              >
                Go back
              </Button>
              {keepAndEdit(previous)}
            </>
          )}
        </Place>
      </div>
    </section>
  );
}

const VERDICTS = {
  passed: 'Passed its check',
  failed: 'Failed its check',
  offline: 'Not checked (offline)',
  unchecked: 'Not checked',
} as const;

function Arrow() {
  return <ArrowRight className={`muted ${styles.arrow}`} size={14} aria-hidden />;
}

/**
 * Gives the focus to the first button inside, when it was lost with a button that went away: `sign` is another one
 * after each change of what stands there. While a dialog is open it waits, for that gives the focus back when it
 * closes, to a button that may be gone.
 */
function useFocusAfterChange(sign: string): RefObject<HTMLElement | null> {
  const inside = useRef<HTMLElement>(null);
  const settled = useRef(sign);
  const free = useApp((state) => state.dialog === null);
  useEffect(() => {
    if (!free || settled.current === sign) return;
    settled.current = sign;
    if (document.activeElement === document.body) inside.current?.querySelector('button')?.focus();
  }, [free, sign]);
  return inside;
}

interface PlaceProps {
  readonly stage: KeyStage;
  readonly info: KeyInfo | null | undefined;
  /** The next step is taken here. */
  readonly lit: boolean;
  /** How the key stands, or why there is none. */
  readonly says: string;
  readonly children: ReactNode;
}

const SIGNS = {
  current: [CircleCheck, 'good'],
  next: [CircleDashed, 'accent'],
  previous: [History, 'muted'],
} as const;

/** One of the three places: it stays where it is, with a key or without. */
function Place({ stage, info, lit, says, children }: PlaceProps) {
  const id = useId();
  const [Icon, look] = SIGNS[stage];
  return (
    <article
      className={classNames(
        'column-2 box shrink anywhere',
        styles.place,
        !info && styles.hollow,
        lit && styles.lit,
      )}
      aria-labelledby={id}
    >
      <div className="column-0">
        <h4 id={id} className="wrap gap-1">
          <span className="row-tight">
            <Icon className={info ? look : 'muted'} size={15} />
            {STAGE_NAMES[stage]}
          </span>{' '}
          {info && <code className={`sensitive ${styles.print}`}>{shortPrint(info.fingerprint)}</code>}
        </h4>
        <p className="muted">{says}</p>
      </div>
      {info && <Facts info={info} />}
      <div className={`wrap gap-1 ${styles.actions}`}>{children}</div>
    </article>
  );
}

function Facts({ info }: { readonly info: KeyInfo }) {
  const { kept, lastAcceptedAt: acceptedAt, lastRefusedAt: refusedAt, remindAt } = info;
  const due = isDue(info, useNow());
  const written = [
    ['Owner', info.owner],
    ['Note', info.note],
  ].filter(([, text]) => text !== '');
  return (
    <ul className="column-0 selectable">
      <li>
        {acceptedAt === null ? (
          <span className="muted">Never accepted yet</span>
        ) : (
          <>
            Accepted <RelativeTime at={acceptedAt} />
          </>
        )}
      </li>
      {refusedAt !== null && (
        <li className="row-tight start danger">
          <CircleX size={13} />
          <span>
            Refused <RelativeTime at={refusedAt} />
          </span>
        </li>
      )}
      <li>
        Added <RelativeTime at={info.addedAt} />
      </li>
      <li className={kept === 'session' ? 'warning bold' : undefined}>
        {kept === 'session' ? 'This session only' : 'In the keychain'}
      </li>
      {info.stage === 'next' && info.useWhenGreen && <li>Takes over when all checks pass</li>}
      {written.map(([label, text]) => (
        <li key={label}>
          <span className="muted">{label}</span> <span className="sensitive">{text}</span>
        </li>
      ))}
      {remindAt !== null && (
        <li className={due ? `row-tight start warning bold caution ${styles.due}` : undefined}>
          {due && <BellRing size={13} />}
          {due ? `Rotate now (due ${formatDate(remindAt)})` : `Rotate by ${formatDate(remindAt)}`}
        </li>
      )}
    </ul>
  );
}
