/** The line at the bottom: the last message, what is loaded, how the keychain stands. */
import { CircleAlert, KeyRound } from 'lucide-react';
import type { BoardsState, KeychainStatus } from '../../preload/contract/domain.ts';
import { Pane } from '../parts/pane.tsx';
import { currentConnection } from '../store/connections-slice.ts';
import { useApp } from '../store/use-app.ts';
import { ServiceLights } from './service-lights.tsx';
import styles from './status-bar.module.css';

const number = new Intl.NumberFormat();

/** How each state of the keychain is said. */
export const KEYCHAIN_WORDS: Readonly<Record<KeychainStatus['state'], string>> = {
  available: 'available',
  locked: 'locked',
  absent: 'not found',
  busy: 'not answering',
  error: 'failed',
};

/** How far the list of boards has come, in a few words. */
export function boardsSummary(boards: BoardsState): string {
  const rows = `${number.format(boards.rows)} ${boards.rows === 1 ? 'board' : 'boards'}`;
  switch (boards.phase) {
    case 'never':
      return 'Boards not loaded';
    case 'loading':
      return `Loading boards: ${number.format(boards.loaded)}`;
    case 'failed':
      return `Boards not refreshed, ${rows} shown`;
    case 'cancelled':
      return `Loading stopped, ${rows} shown`;
    case 'done':
      return boards.completeness === 'complete' ? `${rows}, complete` : `${rows}, may be incomplete`;
  }
}

/** The status bar; its message is the polite live region of the window. */
export function StatusBar(): React.JSX.Element {
  const message = useApp((state) => state.message);
  const boards = useApp((state) => (state.boards?.connectionId === state.currentId ? state.boards : null));
  const hasConnection = useApp((state) => state.currentId !== null);
  const isPractice = useApp((state) => currentConnection(state)?.environment === 'practice');
  return (
    <Pane label="Status" as="footer" className={styles.bar}>
      <div role="status" className={styles.message}>
        <span key={message.serial}>{message.text}</span>
      </div>
      {isPractice && <span>Practice data lasts until Easel quits</span>}
      {boards && <span className={styles.where}>{boardsSummary(boards)}</span>}
      {hasConnection && <ServiceLights />}
      <KeychainLight />
    </Pane>
  );
}

function KeychainLight(): React.JSX.Element | null {
  const keychain = useApp((state) => state.keychain);
  const refresh = useApp((state) => state.refreshKeychain);
  if (!keychain) return null;
  const good = keychain.state === 'available';
  return (
    <button
      type="button"
      className={styles.light}
      title={good ? 'Check again' : `${keychain.cause} ${keychain.fix}`}
      onClick={() => void refresh()}
    >
      {good ? <KeyRound size={13} aria-hidden /> : <CircleAlert size={13} aria-hidden />}
      {keychain.backend}: {KEYCHAIN_WORDS[keychain.state]}
    </button>
  );
}
