/** What the frame says only now and then: an outage, a failure, a start that failed, blurred names, a change to undo. */
import { EyeOff, TriangleAlert } from 'lucide-react';
import { undoNotes } from '../commands/board-list-commands.ts';
import { keyLabel } from '../commands/key-strokes.ts';
import { runCommand } from '../commands/run.ts';
import { blurNames } from '../commands/frame-commands.ts';
import { Button } from '../parts/button.tsx';
import { troubleSince } from '../parts/health-wording.ts';
import { useNow } from '../parts/relative-time/use-now.ts';
import { clockTime } from '../parts/format.ts';
import { useActions, useApp, useAppStore } from '../store/use-app.ts';
import titleStrip from './title-strip.module.css';
import statusBar from './status-bar.module.css';
import { FailureNotice } from '../parts/failure-notice.tsx';

/** An outage: which part, since when. Its live region is there before the outage is, so that the outage is read out. */
export function OutageStrip() {
  const sentence = useApp((state) => state.health?.sentence ?? '');
  const since = useApp((state) => troubleSince(state.health));
  const trying = useApp((state) => state.tryingHealth);
  const { tryHealthNow: tryNow, setHealthOpen } = useActions();
  const now = useNow();
  const shown = sentence !== '' && since !== null;
  return (
    <section aria-label="Outage" className={shown ? 'row fixed snug caution line-below' : undefined}>
      {shown && <TriangleAlert className="warning" size={16} />}
      <p role="status" className="grow">
        {shown && (
          <>
            <strong>Problem since {clockTime(since, now)}.</strong>{' '}
            <span className="sensitive">{sentence}</span>
          </>
        )}
      </p>
      {shown && (
        <>
          <Button onClick={() => setHealthOpen(true)}>Service status</Button>
          <Button busy={trying} onClick={() => void tryNow()}>
            Try now
          </Button>
        </>
      )}
    </section>
  );
}

/** A failure that belongs to no row or field. */
export function NoticeStrip() {
  const notice = useApp((state) => state.notice);
  const dismiss = useApp((state) => state.dismissNotice);
  return notice && <FailureNotice look="strip" failure={notice} onDismiss={dismiss} />;
}

/** Shown in place of a screen when the start failed. */
export function StartFailed() {
  const failure = useApp((state) => state.startFailure);
  const start = useApp((state) => state.start);
  // Locked, or without a policy: the screen that says so is about to come, and what it says is all there is to say.
  if (!failure || failure.code === 'locked' || failure.code === 'policy') return null;
  return (
    <>
      <FailureNotice look="strip" failure={failure} />
      <div className="column-3 start padded">
        <p>Easel couldn’t read your connections. Nothing was changed.</p>
        <Button variant="primary" onClick={() => void start()}>
          Try again
        </Button>
      </div>
    </>
  );
}

/** Says, as long as it is so, that names, ids and links are blurred; pressed, it shows them again. */
export function BlurredNote() {
  const store = useAppStore();
  const isBlurred = useApp((state) => state.blurred);
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  if (!isBlurred) return null;
  const [key = ''] = blurNames.keys;
  return (
    <button
      type="button"
      className={`row-tight fixed nowrap round warning caution ${titleStrip.blurred}`}
      onClick={() => void runCommand(blurNames, store)}
    >
      <EyeOff size={13} />
      Blurred for screen share ({keyLabel(key, platform)})
    </button>
  );
}

/** Offers to undo a change of notes while its message is shown. */
export function UndoOffer() {
  const store = useAppStore();
  const offered = useApp((state) => state.boardUndo?.serial === state.message.serial);
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  if (!offered) return null;
  return (
    <button
      type="button"
      className={`link bar-link ring-inside ${statusBar.undo}`}
      title={`${undoNotes.label} (${keyLabel('Mod+Z', platform)})`}
      onClick={() => {
        void runCommand(undoNotes, store);
        // The button is gone with its focus: the rows have it again.
        document.querySelector<HTMLElement>('[role="grid"]')?.focus();
      }}
    >
      Undo
    </button>
  );
}
