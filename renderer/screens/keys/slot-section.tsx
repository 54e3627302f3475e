/** One slot of a connection: its current, next and previous key, and what can be done with each. */
import { BellRing, CircleCheck, CircleDashed, CircleX, History } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import type { ConnectionKeys, KeyInfo, KeySlot, KeyStage } from '../../../preload/contract/keys.ts';
import { canStage } from '../../commands/keys-commands.ts';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { formatDate } from '../../parts/format.ts';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { isDue, isNextGreen, keyAt, shortPrint, slotName, STAGE_NAMES } from './key-facts.ts';
import styles from './slot-section.module.css';

interface SlotSectionProps {
  readonly connection: Connection;
  readonly keys: ConnectionKeys;
  readonly slot: KeySlot;
}

export function SlotSection({ connection, keys, slot }: SlotSectionProps) {
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

const ICONS: Readonly<Record<KeyStage, ReactNode>> = {
  current: <CircleCheck size={15} />,
  next: <CircleDashed size={15} />,
  previous: <History size={15} />,
};

function KeyCard({ stage, info, none, children }: KeyCardProps) {
  const id = useId();
  return (
    <article
      className={classNames(
        'column-2 box surface padded-3',
        styles.card,
        info ? styles[stage] : styles.hollow,
      )}
      aria-labelledby={id}
    >
      <h4 id={id} className={`row-tight ${styles.title}`}>
        {ICONS[stage]}
        {STAGE_NAMES[stage]}
        {info && <code className="sensitive">{shortPrint(info.fingerprint)}</code>}
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
  const { kept, lastAcceptedAt: acceptedAt, lastRefusedAt: refusedAt, owner, note, remindAt } = info;
  const never = <span className="muted">never</span>;
  return (
    <dl className={`facts selectable ${styles.facts}`}>
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
      {owner !== '' && (
        <>
          <dt>Owner</dt>
          <dd className="sensitive">{owner}</dd>
        </>
      )}
      {note !== '' && (
        <>
          <dt>Note</dt>
          <dd className="sensitive">{note}</dd>
        </>
      )}
      {remindAt !== null && <Reminder info={info} at={remindAt} />}
    </dl>
  );
}

/** The day to rotate the key; highlighted once it is due. */
function Reminder({ info, at }: { readonly info: KeyInfo; readonly at: number }) {
  const due = isDue(info, useNow());
  return (
    <>
      <dt>Reminder</dt>
      <dd className={due ? `row-tight warning bold caution ${styles.due}` : undefined}>
        {due && <BellRing size={13} />}
        {due ? `Rotate now (due ${formatDate(at)})` : formatDate(at)}
      </dd>
    </>
  );
}
