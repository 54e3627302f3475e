/** One slot of a connection: its current, next and previous key, and what can be done with each. */
import { useEffect, useRef, useState, type RefObject, useId, type ReactNode } from 'react';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { ConnectionKeys, KeyInfo, KeySlot, KeyStage } from '../../../preload/contract/keys.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { canStage } from '../../commands/keys-commands.ts';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useActions, useApp } from '../../store/use-app.ts';
import { isNextGreen, keyAt, slotName, isDue, shortPrint, STAGE_NAMES } from './key-facts.ts';
import styles from './slot-section.module.css';
import { BellRing, CircleCheck, CircleDashed, CircleX, History } from 'lucide-react';
import { classNames } from '../../parts/class-names.ts';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import { formatDate } from '../../parts/format.ts';

export interface SlotSectionProps {
  readonly connection: Connection;
  readonly keys: ConnectionKeys;
  readonly slot: KeySlot;
}

/** The action under way; one at a time. */
type Act = 'keep' | 'use' | 'go-back';

/** The three cards. */
export function SlotSection({ connection, keys, slot }: SlotSectionProps) {
  const { openDialog, keepKey, switchToNextKey, goBackToKey } = useActions();
  const stageable = useApp((state) => canStage(state, slot));
  const [busy, setBusy] = useState<Act | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function act(what: Act, run: () => Promise<Failure | null>): Promise<void> {
    setBusy(what);
    setFailure(null);
    setFailure(await run());
    setBusy(null);
  }

  const { id, environment } = connection;
  const name = slotName(connection, slot);
  const current = keyAt(keys, slot, 'current');
  const next = keyAt(keys, slot, 'next');
  const previous = keyAt(keys, slot, 'previous');
  const section = useFocusAfterChange<HTMLElement>(
    [current, next, previous].map((key) => `${key?.id} ${key?.kept}`).join(),
  );
  const titleId = `keys-slot-${slot}`;

  const edit = (key: KeyInfo) => (
    <Button onClick={() => openDialog({ kind: 'edit-key', connectionId: id, keyId: key.id })}>Edit…</Button>
  );
  const keep = (key: KeyInfo) =>
    key.kept === 'keychain' || environment === 'practice' ? null : (
      <Button busy={busy === 'keep'} onClick={() => void act('keep', () => keepKey(id, key.id))}>
        Save in keychain
      </Button>
    );

  return (
    <section ref={section} className="column-2" aria-labelledby={titleId}>
      <div className="between">
        <h3 id={titleId}>{name}</h3>
        <Button
          variant={next === null ? 'primary' : 'plain'}
          aria-describedby={titleId}
          disabledReason={stageable === true ? null : stageable}
          onClick={() => openDialog({ kind: 'stage-key', connectionId: id, slot })}
        >
          {current === null ? 'Add key' : 'Stage next key'}
        </Button>
      </div>
      {failure !== null && <FailureNotice failure={failure} onDismiss={() => setFailure(null)} />}
      <div className={styles.cards}>
        <KeyCard stage="current" info={current} none="No key yet.">
          {current !== null && keep(current)}
          {current !== null && edit(current)}
        </KeyCard>
        <KeyCard stage="next" info={next} none="No next key. You can stage one offline.">
          {next !== null && (
            <>
              <UseNext
                green={isNextGreen(keys, connection, slot)}
                busy={busy === 'use'}
                off={current !== null && previous !== null ? 'Retire the previous key first' : null}
                onUse={() => void act('use', () => switchToNextKey(id, slot, false))}
                onUseAnyway={() => openDialog({ kind: 'use-next-key', connectionId: id, slot })}
              />
              {keep(next)}
              {edit(next)}
              <Button onClick={() => openDialog({ kind: 'discard-key', connectionId: id, keyId: next.id })}>
                Discard…
              </Button>
            </>
          )}
        </KeyCard>
        <KeyCard stage="previous" info={previous} none="The old key, after a switch.">
          {previous !== null && (
            <>
              <Button
                busy={busy === 'go-back'}
                disabledReason={
                  current !== null && next !== null ? 'Use or discard the next key first' : null
                }
                onClick={() => void act('go-back', () => goBackToKey(id, slot))}
              >
                Go back
              </Button>
              {keep(previous)}
              {edit(previous)}
              <Button
                onClick={() => openDialog({ kind: 'retire-key', connectionId: id, keyId: previous.id })}
              >
                Retire…
              </Button>
            </>
          )}
        </KeyCard>
      </div>
    </section>
  );
}

interface UseNextProps {
  readonly green: boolean;
  readonly busy: boolean;
  /** Why it is off; null when it is not. */
  readonly off: string | null;
  readonly onUse: () => void;
  readonly onUseAnyway: () => void;
}

/** A verified key is used at once, as that can be undone; any other only after a question. */
function UseNext({ green, busy, off, onUse, onUseAnyway }: UseNextProps) {
  return green ? (
    <Button variant="primary" busy={busy} disabledReason={off} onClick={onUse}>
      Use next key
    </Button>
  ) : (
    <Button disabledReason={off} onClick={onUseAnyway}>
      Use anyway…
    </Button>
  );
}

/**
 * Gives the focus to the first button inside, when it was lost with a button that went away: `sign` is another one
 * after each change of what stands there. While a dialog is open it waits, for that gives the focus back when it
 * closes, to a button that may be gone.
 */
function useFocusAfterChange<E extends HTMLElement>(sign: string): RefObject<E | null> {
  const inside = useRef<E>(null);
  const settled = useRef(sign);
  const free = useApp((state) => state.dialog === null);
  useEffect(() => {
    if (!free || settled.current === sign) return;
    settled.current = sign;
    if (document.activeElement === document.body) inside.current?.querySelector('button')?.focus();
  }, [free, sign]);
  return inside;
}

export interface KeyCardProps {
  readonly stage: KeyStage;
  readonly info: KeyInfo | null;
  /** Shown where there is no key of this stage. */
  readonly none: string;
  /** Its actions. */
  readonly children: ReactNode;
}

const ICONS: Readonly<Record<KeyStage, ReactNode>> = {
  current: <CircleCheck size={15} />,
  next: <CircleDashed size={15} />,
  previous: <History size={15} />,
};

/** The details of one key. */
export function KeyCard({ stage, info, none, children }: KeyCardProps) {
  const id = useId();
  return (
    <article
      className={classNames('column-2 box', styles.card, info === null && styles.hollow, styles[stage])}
      aria-labelledby={id}
    >
      <h4 id={id} className={styles.title}>
        {ICONS[stage]}
        {STAGE_NAMES[stage]}
        {info !== null && <code className="sensitive">{shortPrint(info.fingerprint)}</code>}
      </h4>
      {info === null ? <p className={styles.none}>{none}</p> : <Facts info={info} />}
      {info !== null && <div className={`wrap ${styles.actions}`}>{children}</div>}
    </article>
  );
}

function Facts({ info }: { readonly info: KeyInfo }) {
  return (
    <dl className={`facts ${styles.facts}`}>
      <dt>Stored</dt>
      <dd className={info.kept === 'session' ? styles.session : undefined}>
        {info.kept === 'session' ? 'This session only' : 'In the keychain'}
      </dd>
      <dt>Added</dt>
      <dd>
        <RelativeTime at={info.addedAt} />
      </dd>
      <dt>Last accepted</dt>
      <dd>{info.lastAcceptedAt === null ? <Never /> : <RelativeTime at={info.lastAcceptedAt} />}</dd>
      <dt>Last refused</dt>
      <dd>{info.lastRefusedAt === null ? <Never /> : <Refused at={info.lastRefusedAt} />}</dd>
      {info.stage === 'next' && (
        <>
          <dt>Takes over</dt>
          <dd>{info.useWhenGreen ? 'When all checks pass' : 'Manually'}</dd>
        </>
      )}
      {info.owner !== '' && (
        <>
          <dt>Owner</dt>
          <dd className="sensitive">{info.owner}</dd>
        </>
      )}
      {info.note !== '' && (
        <>
          <dt>Note</dt>
          <dd className="sensitive">{info.note}</dd>
        </>
      )}
      {info.remindAt !== null && <Reminder info={info} at={info.remindAt} />}
    </dl>
  );
}

function Never() {
  return <span className={styles.never}>never</span>;
}

function Refused({ at }: { readonly at: number }) {
  return (
    <span className={`danger ${styles.refused}`}>
      <CircleX size={13} /> <RelativeTime at={at} />
    </span>
  );
}

/** The day to rotate the key; highlighted once it is due. */
function Reminder({ info, at }: { readonly info: KeyInfo; readonly at: number }) {
  const due = isDue(info, useNow());
  return (
    <>
      <dt>Reminder</dt>
      <dd className={due ? styles.due : undefined}>
        {due && <BellRing size={13} />}
        {due ? `Rotate now (due ${formatDate(at)})` : formatDate(at)}
      </dd>
    </>
  );
}
