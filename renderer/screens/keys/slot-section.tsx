/** One slot of a connection: its current, next and previous key, and what can be done with each. */
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { ConnectionKeys, KeyInfo, KeySlot } from '../../../preload/contract/keys.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { canStage } from '../../commands/keys-commands.ts';
import { Button } from '../../parts/button.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { useActions, useApp } from '../../store/use-app.ts';
import { KeyCard } from './key-card.tsx';
import { isNextGreen, keyAt, slotName } from './key-facts.ts';
import styles from './slot-section.module.css';

export interface SlotSectionProps {
  readonly connection: Connection;
  readonly keys: ConnectionKeys;
  readonly slot: KeySlot;
}

/** The action under way; one at a time. */
type Act = 'keep' | 'use' | 'go-back';

/** The three cards. */
export function SlotSection({ connection, keys, slot }: SlotSectionProps): React.JSX.Element {
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

  const edit = (key: KeyInfo): React.JSX.Element => (
    <Button onClick={() => openDialog({ kind: 'edit-key', connectionId: id, keyId: key.id })}>Edit…</Button>
  );
  const keep = (key: KeyInfo): React.JSX.Element | null =>
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
                Go back to this key
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
function UseNext({ green, busy, off, onUse, onUseAnyway }: UseNextProps): React.JSX.Element {
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
