/** The line at the bottom: the last message, what is loaded, how the keychain stands. */
import { CircleAlert, KeyRound, Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import type { BoardsState } from '../../preload/contract/boards.ts';
import type { KeychainStatus } from '../../preload/contract/keys.ts';
import { counted, formatNumber, shortCountdown } from '../parts/format.ts';
import { lockChanges, unlockChanges } from '../commands/frame-commands.ts';
import { runCommand } from '../commands/run.ts';
import { classNames } from '../parts/class-names.ts';
import { HealthIcon } from '../parts/health-icon.tsx';
import { PART_NAMES, PART_ORDER, partOf, STATE_WORDING } from '../parts/health-wording.ts';
import { Pane } from '../parts/pane.tsx';
import { currentConnection } from '../store/connections-slice.ts';
import { useApp, useAppStore } from '../store/use-app.ts';
import { SURENESS } from '../screens/boards/listing-status.ts';
import { useNow } from '../parts/relative-time/use-now.ts';
import { unlockedUntil } from '../store/changes.ts';
import { laterPart } from './load-later.ts';
import styles from './status-bar.module.css';

const UndoOffer = laterPart((loaded) => loaded.UndoOffer);
const HealthPanel = laterPart((loaded) => loaded.HealthPanel);
const JobsLine = laterPart((loaded) => loaded.JobsLine);

/** How each state of the keychain is said. */
const KEYCHAIN_WORDS: Readonly<Record<KeychainStatus['state'], string>> = {
  'not-asked': 'not asked yet',
  available: 'available',
  locked: 'locked',
  absent: 'not found',
  busy: 'not answering',
  error: 'failed',
};

/** How far the list of boards has come, in a few words. */
export function boardsSummary(boards: BoardsState): string {
  const rows = counted(boards.rows, 'board');
  switch (boards.phase) {
    case 'never':
      return 'Boards not loaded';
    case 'loading':
      return `Loading boards: ${formatNumber(boards.loaded)}`;
    case 'failed':
      return `Boards not refreshed, ${rows} shown`;
    case 'cancelled':
      return `Loading stopped, ${rows} shown`;
    case 'done':
      return `${rows}, ${SURENESS[boards.completeness]}`;
  }
}

/** The status bar; its message is the polite live region of the window. */
export function StatusBar() {
  const message = useApp((state) => state.message);
  const boards = useApp((state) => (state.boards?.connectionId === state.currentId ? state.boards : null));
  const hasConnection = useApp((state) => state.currentId !== null);
  const isPractice = useApp((state) => currentConnection(state)?.environment === 'practice');
  return (
    <Pane label="Status" as="footer" className={`row fixed hint nowrap line-above ${styles.bar}`}>
      <div role="status" className={`ellipsis grow ${styles.message}`}>
        <span key={message.serial} className="sensitive">
          {message.text}
        </span>
      </div>
      <UndoOffer />
      <JobsLine />
      {isPractice && <span>Practice data is lost when Easel quits</span>}
      {boards && <span className={styles.where}>{boardsSummary(boards)}</span>}
      <ReadOnlyStatus />
      {hasConnection && <ServiceHealth />}
      <KeychainStatus />
    </Pane>
  );
}

/** What a read-only connection allows now, and the button that changes it. */
function ReadOnlyStatus() {
  const store = useAppStore();
  const connection = useApp(currentConnection);
  const until = useApp((state) => {
    const inFront = currentConnection(state);
    return inFront === null ? null : unlockedUntil(inFront, Date.now());
  });
  if (connection === null || !connection.readOnly.on) return null;
  if (connection.readOnly.forced) {
    return (
      <span className="row gap-1" title="Required by your organisation.">
        <Lock size={13} />
        Read-only by policy
      </span>
    );
  }
  const command = until === null ? unlockChanges : lockChanges;
  return (
    <button
      type="button"
      className={classNames(
        'row gap-1 full muted ring-inside',
        styles.part,
        until !== null && 'warning bold',
      )}
      onClick={() => void runCommand(command, store)}
    >
      {until === null ? <Lock size={13} /> : <LockOpen size={13} />}
      {until === null ? (
        <span>
          Read-only · Unlock<span className="read-out"> for 10 minutes</span>…
        </span>
      ) : (
        <span>
          <TimeLeft until={until} /> · Lock again
        </span>
      )}
    </button>
  );
}

/** "Changes allowed, 9:41 left". */
function TimeLeft({ until }: { readonly until: number }) {
  return <>Changes allowed, {shortCountdown(until - useNow('second'))} left</>;
}

function KeychainStatus() {
  const keychain = useApp((state) => state.keychain);
  const refresh = useApp((state) => state.refreshKeychain);
  if (!keychain) return null;
  const good = keychain.state === 'available' || keychain.state === 'not-asked';
  const words = KEYCHAIN_WORDS[keychain.state];
  return (
    <button
      type="button"
      className={`row gap-1 full muted ring-inside ${styles.part}`}
      title={good ? `${keychain.backend}: ${words}. Check now` : `${keychain.cause} ${keychain.fix}`}
      onClick={() => void refresh()}
    >
      {good ? <KeyRound size={13} /> : <CircleAlert size={13} />}
      <span className={good ? 'read-out' : undefined}>
        {keychain.backend}: {words}
      </span>
    </button>
  );
}

/** One button with all four parts, and its popover; `healthOpen` in the store says whether it is open. */
function ServiceHealth() {
  const health = useApp((state) => state.health);
  const open = useApp((state) => state.healthOpen);
  const setOpen = useApp((state) => state.setHealthOpen);
  const [button, setButton] = useState<HTMLElement | null>(null);

  return (
    <>
      <button
        ref={setButton}
        type="button"
        className={`row gap-3 fixed full muted ring-inside ${styles.part}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        title="Service status"
        onClick={() => setOpen(!open)}
      >
        {PART_ORDER.map((name) => {
          const { state } = partOf(health, name);
          return (
            <span key={name} className={classNames('row gap-1', state === 'trouble' && 'danger bold')}>
              <HealthIcon state={state} size={13} />
              <span className={state === 'trouble' ? undefined : 'yields'}>
                {PART_NAMES[name]}
                <span className={state === 'good' ? 'read-out' : undefined}> {STATE_WORDING[state]}</span>
              </span>
            </span>
          );
        })}
      </button>
      <HealthPanel button={button} />
    </>
  );
}
