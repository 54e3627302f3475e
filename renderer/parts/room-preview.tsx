/** One live room: the only `<webview>` of Easel, and above it what being in the room means. */
import { Eye, Keyboard, LogOut, ShieldCheck } from 'lucide-react';
import type { OpenPreview } from '../store/previews-slice.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { ConnectionMark, type Marked } from './connection-mark.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { Pane } from './pane.tsx';
import { countdown } from './format.ts';
import { useNow } from './relative-time/use-now.ts';
import { enterRoom, type AskForKeyboard } from './room-focus.ts';
import styles from './room-preview.module.css';

export interface RoomPreviewProps {
  readonly preview: OpenPreview;
  /** Whose room it is; null when that connection was removed meanwhile. */
  readonly connection: Marked | null;
  /** Nothing typed or clicked reaches the room: its connection is read-only. */
  readonly shielded: boolean;
  /** Behind other tabs: the room stays joined, nothing of it is seen or reached. */
  readonly covered: boolean;
  readonly ask: AskForKeyboard;
  readonly onLeave: () => void;
  readonly onRetry: () => void;
}

/**
 * The room. The webview starts at the grant's placeholder; main writes the real address. That holds the token, and
 * Electron lets the page that owns a webview read it there: nothing here does.
 */
export function RoomPreview(props: RoomPreviewProps) {
  const { preview, connection, shielded, covered, ask, onLeave, onRetry } = props;
  const { grant, title, state, failure } = preview;
  const isIn = state === 'live' || state === 'loading';
  const enter = (button: Element): void => {
    const frame = button.closest('section')?.querySelector<HTMLElement>('[data-room]');
    if (frame) void enterRoom(frame, ask);
  };
  return (
    <section
      className={classNames('column cover', covered && 'invisible')}
      aria-label={`Preview of ${title}`}
      inert={covered}
    >
      <div className={`row fixed caution ${styles.bar}`}>
        <Eye className="warning" size={15} />
        <p className="ellipsis grow">
          {isIn ? (
            <>
              You are visible in this room as <strong className="sensitive">“{grant.displayName}”</strong>
            </>
          ) : (
            'Not in the room'
          )}
        </p>
        <span className={`muted nowrap sensitive ${styles.fact}`}>{grant.host}</span>
        <span className={`muted nowrap ${styles.fact}`}>
          {grant.expiresAt === null ? 'No expiry in token' : <Expiry at={grant.expiresAt} />}
        </span>
        <Button icon={<LogOut size={14} />} onClick={onLeave}>
          {isIn ? 'Leave' : 'Close'}
        </Button>
      </div>
      <div className={`row gap-3 fixed line-below small ${styles.where}`}>
        {connection !== null && <ConnectionMark connection={connection} />}
        {shielded && isIn && (
          <p className="row-tight grow">
            <ShieldCheck className="accent" size={15} />
            Read-only: your input is blocked on this computer.
          </p>
        )}
        {!shielded && isIn && (
          <>
            <Button icon={<Keyboard size={14} />} onClick={(event) => enter(event.currentTarget)}>
              Type in the room
            </Button>
            <p className="grow muted">F6 returns to Easel.</p>
          </>
        )}
      </div>
      <div className={`panes relative sunken ${styles.stage}`}>
        {state === 'loading' && (
          <p className={`muted padded-3 ${styles.loading}`} role="status">
            Joining, up to 20 seconds…
          </p>
        )}
        {failure !== null && (
          <div className={`padded-3 ${styles.failure}`}>
            <FailureNotice failure={failure} onRetry={onRetry} retrying={preview.renewing} />
          </div>
        )}
        {/* It stays in the page after a failure too: main ends a guest, not this component. */}
        <Pane
          label={`Room of ${title}`}
          className="panes"
          inert={shielded || failure !== null}
          data-room={grant.previewId}
        >
          {/* Out of the Tab order: into a room leads only what main can see. */}
          <webview
            src={grant.placeholder}
            tabIndex={-1}
            className={classNames('rest', styles.guest, failure !== null && 'invisible', 'sensitive')}
            title={`Room of ${title}`}
          />
        </Pane>
        {/* Inert keeps the keyboard out; this keeps the pointer out, whatever the guest makes of that. */}
        {shielded && <div className={`cover ${styles.shield}`} />}
      </div>
    </section>
  );
}

/** How long the token is still good for; joining again needs a new one afterwards. */
function Expiry({ at }: { readonly at: number }) {
  const left = at - useNow('second');
  return <>{left > 0 ? `Token expires in ${countdown(left)}` : 'Token expired'}</>;
}
