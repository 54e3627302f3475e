import type { PreviewGrant } from '../../preload/contract/papers.ts';
import type { CSSProperties } from 'react';
import { Camera, Eye, Keyboard, Link, LogOut, ShieldCheck, ShieldOff, Timer } from 'lucide-react';
import { NO_PICTURES } from '../commands/previews-commands.ts';
import { allows, isReadOnly } from '../store/changes.ts';
import { isIn as isInRoom, type OpenPreview } from '../store/previews-slice.ts';
import { useActions, useApp, useConnection } from '../store/use-app.ts';
import { Button, IconButton, type IconButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import { ConnectionMark } from './connection-mark.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { enterRoom } from './focus.ts';
import { Pane } from './pane.tsx';
import { countdown } from '../lib/format.ts';
import { PersonName } from './person-name.tsx';
import { useNow } from './relative-time/use-now.ts';
import styles from './room-preview.module.css';

interface RoomPreviewProps {
  readonly preview: OpenPreview;
  /** True if another tab hides the room. The room stays connected. */
  readonly covered: boolean;
  readonly oneOfMany: boolean;
}

/** Shows a room in a webview. Main loads the room's address, because Easel's page must not read the address's token. */
export function RoomPreview({ preview, covered, oneOfMany }: RoomPreviewProps) {
  const { askForKeyboard, capturePreview, leavePreview, liftShield, openDialog, raiseShield } = useActions();
  const connection = useConnection(preview.connectionId);
  const readOnly = useApp(() => connection === null || isReadOnly(connection, Date.now()));
  const noPictures = useApp((state) => (allows(state, 'pictures') ? null : NO_PICTURES));
  const { grant, title, state } = preview;
  const { previewId } = grant;
  const isIn = isInRoom(preview);
  const shielded = readOnly || !preview.lifted;
  const enter = (button: Element): void => {
    const frame = button.closest('section')?.querySelector<HTMLElement>('[data-room]');
    if (frame) void enterRoom(frame, askForKeyboard);
  };
  // While several rooms are visible, hides the labels of toolbar buttons, so that each toolbar fits into one line.
  const Tool = oneOfMany ? IconButton : LabelledButton;
  const tools = (
    <>
      {isIn && !shielded && (
        <Tool
          label="Start typing in the room"
          icon={<Keyboard size={14} />}
          onClick={(event) => enter(event.currentTarget)}
        />
      )}
      {state === 'live' && (
        <IconButton
          label="Save picture of the room…"
          icon={<Camera size={14} />}
          disabledReason={noPictures}
          onClick={() => void capturePreview(previewId)}
        />
      )}
      {state === 'live' && (
        <IconButton
          label="Copy link for browser…"
          icon={<Link size={14} />}
          disabledReason={readOnly ? 'This connection is read-only' : null}
          onClick={() => {
            const { connectionId, target, entering: typed } = preview;
            openDialog({ kind: 'open-preview', connectionId, target, title, typed, inBrowser: true });
          }}
        />
      )}
      {isIn && (
        <Tool
          label={shielded ? 'Allow input…' : 'Block input'}
          icon={shielded ? <ShieldOff size={14} /> : <ShieldCheck size={14} />}
          disabledReason={readOnly ? 'This connection is read-only' : null}
          onClick={() => void (shielded ? liftShield : raiseShield)(previewId)}
        />
      )}
    </>
  );
  return (
    <section
      className={classNames('column', styles.room, covered && `cover invisible ${styles.away}`)}
      style={{ '--room': `var(--connection-${connection?.color ?? 'gray'})` } as CSSProperties}
      aria-label={`Preview of ${title}`}
      inert={covered}
      data-preview={previewId}
    >
      <div className={classNames('row fixed', !oneOfMany && 'wrap', styles.bar)}>
        <Eye className="fixed" size={15} />
        <p
          className="ellipsis grow"
          title={
            oneOfMany ? `${connection?.name ?? ''}, as “${grant.displayName}” on ${grant.host}` : undefined
          }
        >
          {oneOfMany ? (
            <>
              <span className="visually-hidden">{isIn ? 'You are visible in:' : 'You are not in:'} </span>
              <strong className="sensitive">{title}</strong>
              <span className="visually-hidden">
                {' '}
                <Visit grant={grant} />
              </span>
            </>
          ) : isIn ? (
            'You are visible in this room'
          ) : (
            'You are not in the room'
          )}
        </p>
        {isIn && (
          <>
            <TimeLeft until={grant.endsAt} isShort={oneOfMany} />
            <p className={classNames('mark', styles.fact, !shielded && 'warning bold')}>
              {shielded ? <ShieldCheck size={14} /> : <ShieldOff size={14} />}
              {oneOfMany
                ? `Input ${shielded ? 'blocked' : 'allowed'}`
                : shielded
                  ? 'Input is blocked on this computer'
                  : 'Your input is sent to the room'}
            </p>
          </>
        )}
        {oneOfMany && tools}
        <Button
          data-leave
          icon={<LogOut size={14} />}
          busy={preview.leaving}
          onClick={() => void leavePreview(previewId)}
        >
          {isIn ? 'Leave' : 'Close'}
        </Button>
      </div>
      {!oneOfMany && (
        <div className={`row wrap fixed line-below small ${styles.where}`}>
          {connection !== null && <ConnectionMark connection={connection} />}
          <p className="grow ellipsis muted words">
            <Visit grant={grant} />
          </p>
          {isIn && !shielded && <p className="muted fixed folds">F6 or Esc returns to Easel.</p>}
          {tools}
        </div>
      )}
      <Stage preview={preview} shielded={shielded} />
    </section>
  );
}

function LabelledButton({ label, ...props }: IconButtonProps) {
  return <Button {...props}>{label}</Button>;
}

function Visit({ grant }: { readonly grant: PreviewGrant }) {
  return (
    <>
      as “
      <strong>
        <PersonName name={grant.displayName} />
      </strong>
      ” on <span className="sensitive">{grant.host}</span>, <Expiry grant={grant} />
    </>
  );
}

function Stage({ preview, shielded }: { readonly preview: OpenPreview; readonly shielded: boolean }) {
  const { retryPreview } = useActions();
  const { grant, title, state, failure, renewing } = preview;
  return (
    <div className={`panes relative sunken ${styles.stage}`}>
      {state === 'loading' && (
        <p className={`muted padded-3 ${styles.loading}`} role="status">
          Joining. This can take up to 20 seconds…
        </p>
      )}
      {failure !== null && (
        <div className={`cover scroll ${styles.failure}`}>
          <FailureNotice
            look="page"
            failure={failure}
            onRetry={() => void retryPreview(grant.previewId)}
            retrying={renewing}
          />
        </div>
      )}
      {/* Keeps the webview mounted after a failure, because only the main process may close the room. */}
      <Pane
        label={`Room of ${title}`}
        className="panes"
        inert={shielded || failure !== null}
        data-room={grant.previewId}
      >
        {/* Keeps the webview out of the Tab order, because main must allow each move of the focus into a room. */}
        <webview
          src={grant.placeholder}
          tabIndex={-1}
          className={classNames('rest', styles.guest, failure !== null && 'invisible', 'sensitive')}
          title={`Room of ${title}`}
        />
      </Pane>
      {/* Covers the room while it accepts no input, because `inert` blocks only the keyboard there. */}
      {shielded && <div className={`cover ${styles.shield}`} />}
    </div>
  );
}

function TimeLeft({ until, isShort }: { readonly until: number; readonly isShort: boolean }) {
  const left = until - useNow('second');
  return (
    <p className={classNames('mark', styles.fact, left < 60_000 && 'warning bold')}>
      <Timer size={14} />
      {countdown(left)}
      <span className={isShort ? 'visually-hidden' : undefined}> left</span>
    </p>
  );
}

function Expiry({ grant: { expiresAt, expiresHere, isAbout } }: { readonly grant: PreviewGrant }) {
  const left = (expiresHere ?? expiresAt ?? 0) - useNow('second');
  if (expiresAt === null) return <>no expiry date</>;
  const about = isAbout === true ? 'about ' : '';
  return <>{left > 0 ? `token expires in ${about}${countdown(left)}` : 'token expired'}</>;
}
