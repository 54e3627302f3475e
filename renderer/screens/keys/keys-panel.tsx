/** The keys of one connection: their check, and the current, next and previous key of each slot with what can be done. */
import { BellRing, CircleCheck, CircleDashed, CircleX, History, KeyRound } from 'lucide-react';
import { Fragment, useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
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
import { canStage } from '../../commands/keys-commands.ts';
import { Button } from '../../parts/button.tsx';
import { CHECK_STATES, CheckFinding } from '../../parts/check-finding.tsx';
import { classNames } from '../../parts/class-names.ts';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { formatDate } from '../../parts/format.ts';
import { PART_NAMES, troubleNote } from '../../parts/health-wording.ts';
import { EmptyRows } from '../../parts/list-screen.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { SWITCHED } from '../../store/keys-slice.ts';
import { paperTitle } from '../../store/papers-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import {
  isDue,
  isNextGreen,
  keyAt,
  shortPrint,
  slotName,
  slotsOf,
  STAGE_NAMES,
  standingOfNext,
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
        !failed && <EmptyRows>Loading…</EmptyRows>
      ) : (
        <>
          {keys.keys.length > 0 && <RehearsalSection connection={connection} keys={keys} />}
          {slotsOf(connection).map((slot) => (
            <SlotSection key={slot} connection={connection} keys={keys} slot={slot} />
          ))}
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
    <section
      className={classNames('column-2 box surface padded-3', ready && styles.ready)}
      aria-labelledby="keys-check"
    >
      <div className="between">
        <h3 id="keys-check" className="row-tight">
          {ready && <KeyRound className="accent" size={15} />}
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

/** One slot: its current, next and previous key. */
function SlotSection({ connection, keys, slot }: OfConnection & { readonly slot: KeySlot }) {
  const { openDialog, keepKey, switchToNextKey, goBackToKey } = useActions();
  const stageable = useApp((state) => canStage(state, slot));
  /** The action under way; one at a time. */
  const [busy, setBusy] = useState<'keep' | 'use' | 'go-back' | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function act(what: typeof busy, run: () => Promise<Failure | null>): Promise<void> {
    setBusy(what);
    setFailure(null);
    setFailure(await run());
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
  const ask = (kind: 'edit-key' | 'discard-key' | 'retire-key', key: KeyInfo): void =>
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
      <Button onClick={() => ask('edit-key', key)}>Edit…</Button>
    </>
  );
  const notNow = current && previous ? 'Retire the previous key first' : null;

  return (
    <section ref={section} className="column-2" aria-labelledby={titleId}>
      <div className="between">
        <h3 id={titleId}>{slotName(connection, slot)}</h3>
        <Button
          variant={next ? 'plain' : 'primary'}
          aria-describedby={titleId}
          disabledReason={stageable === true ? null : stageable}
          onClick={() => openDialog({ kind: 'stage-key', connectionId: id, slot })}
        >
          {current ? 'Stage next key' : 'Add key'}
        </Button>
      </div>
      {failure !== null && <FailureNotice failure={failure} onDismiss={() => setFailure(null)} />}
      <div className={styles.cards}>
        <KeyCard stage="current" info={current} none="No key yet.">
          {current && keepAndEdit(current)}
        </KeyCard>
        <KeyCard stage="next" info={next} none="You can stage one offline.">
          {/* A verified key is used at once, as that can be undone; any other only after a question. */}
          {isNextGreen(keys, connection, slot) ? (
            <Button
              variant="primary"
              busy={busy === 'use'}
              disabledReason={notNow}
              onClick={() =>
                void act('use', () => switchToNextKey({ connectionId: id, slot, knowingly: false }))
              }
            >
              Use next key
            </Button>
          ) : (
            <Button
              disabledReason={notNow}
              onClick={() => openDialog({ kind: 'use-next-key', connectionId: id, slot })}
            >
              Use anyway…
            </Button>
          )}
          {next && keepAndEdit(next)}
          {next && <Button onClick={() => ask('discard-key', next)}>Discard…</Button>}
        </KeyCard>
        <KeyCard stage="previous" info={previous} none="Kept after a switch.">
          <Button
            busy={busy === 'go-back'}
            disabledReason={current && next ? 'Use or discard the next key first' : null}
            onClick={() => void act('go-back', () => goBackToKey({ connectionId: id, slot }))}
          >
            Go back
          </Button>
          {previous && keepAndEdit(previous)}
          {previous && <Button onClick={() => ask('retire-key', previous)}>Retire…</Button>}
        </KeyCard>
      </div>
    </section>
  );
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

interface KeyCardProps {
  readonly stage: KeyStage;
  readonly info: KeyInfo | null | undefined;
  readonly none: string;
  readonly children: ReactNode;
}

const SIGNS = {
  current: [CircleCheck, 'good'],
  next: [CircleDashed, 'accent'],
  previous: [History, 'muted'],
} as const;

function KeyCard({ stage, info, none, children }: KeyCardProps) {
  const id = useId();
  const [Icon, look] = SIGNS[stage];
  return (
    <article
      className={classNames('column-2 box surface padded-3 shrink anywhere', !info && styles.hollow)}
      aria-labelledby={id}
    >
      <h4 id={id} className="row-tight">
        <Icon className={info ? look : 'muted'} size={15} />
        {STAGE_NAMES[stage]}
        {info && <code className="push sensitive">{shortPrint(info.fingerprint)}</code>}
      </h4>
      {info ? (
        <>
          <Facts info={info} />
          <div className={`wrap ${styles.actions}`}>{children}</div>
        </>
      ) : (
        <p className="muted">{none}</p>
      )}
    </article>
  );
}

function Facts({ info }: { readonly info: KeyInfo }) {
  const { kept, lastAcceptedAt: acceptedAt, lastRefusedAt: refusedAt, remindAt } = info;
  const due = isDue(info, useNow());
  const never = <span className="muted">never</span>;
  const written = [
    ['Owner', info.owner],
    ['Note', info.note],
  ].filter(([, text]) => text !== '');
  return (
    <dl className="facts selectable">
      <dt>Stored</dt>
      <dd className={kept === 'session' ? 'warning bold' : undefined}>
        {kept === 'session' ? 'This session only' : 'In the keychain'}
      </dd>
      <dt>Added</dt>
      <dd>
        <RelativeTime at={info.addedAt} />
      </dd>
      <dt>Last accepted</dt>
      <dd>{acceptedAt === null ? never : <RelativeTime at={acceptedAt} />}</dd>
      <dt>Last refused</dt>
      <dd className={refusedAt === null ? undefined : 'row-tight danger'}>
        {refusedAt !== null && <CircleX size={13} />}
        {refusedAt === null ? never : <RelativeTime at={refusedAt} />}
      </dd>
      {info.stage === 'next' && (
        <>
          <dt>Takes over</dt>
          <dd>{info.useWhenGreen ? 'When all checks pass' : 'Manually'}</dd>
        </>
      )}
      {written.map(([label, text]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd className="sensitive">{text}</dd>
        </Fragment>
      ))}
      {remindAt !== null && (
        <>
          <dt>Reminder</dt>
          <dd className={due ? `row-tight warning bold caution ${styles.due}` : undefined}>
            {due && <BellRing size={13} />}
            {due ? `Rotate now (due ${formatDate(remindAt)})` : formatDate(remindAt)}
          </dd>
        </>
      )}
    </dl>
  );
}
