/**
 * Messages, held deletes and failures below the screen, at most one of them below an open dialog. They never take the
 * focus.
 */
import {
  CircleAlert,
  CircleCheck,
  ClipboardCheck,
  Copy,
  Info,
  Trash2,
  X,
  type LucideIcon,
} from 'lucide-react';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import type { Job } from '../../preload/contract/jobs.ts';
import { undoLast } from '../commands/list-commands.ts';
import { keyLabel, onKeys } from '../lib/keys.ts';
import { runCommand } from '../commands/run.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { classNames } from '../parts/class-names.ts';
import { useTopDialog } from '../parts/dialog/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { formatNumber, shortCountdown } from '../lib/format.ts';
import { Pane } from '../parts/pane.tsx';
import { useNow } from '../parts/relative-time/use-now.ts';
import { RoomTitle } from '../parts/room-title.tsx';
import { useReplacedRows } from '../parts/use-replaced.ts';
import { capital, openCount, itemCountText } from '../screens/jobs/wording.ts';
import { heldJobs, isDelete, whyNotYet } from '../store/job-facts.ts';
import type { JobStep } from '../store/jobs-slice.ts';
import type { Message } from '../store/ui-slice.ts';
import { useActions, useApp, useAppStore } from '../store/use-app.ts';
import styles from './toasts.module.css';

const MOST = 2;

const SECOND = 1000;

/** Lifetime of a message in ms. It stops while the message is hovered or focused, or while the window is hidden. */
const LIFE = 8 * SECOND;

/**
 * Adds a message. It replaces a message with the same text or topic. If there are too many, the oldest is dropped,
 * but problems last.
 */
export function withMessage(messages: readonly Message[], next: Message): readonly Message[] {
  const isApart = (topic: string | undefined): boolean => topic === undefined || topic !== next.topic;
  const others = messages.filter(({ text, topic }) => text !== next.text && isApart(topic));
  if (others.length < MOST) return [...others, next];
  const oldest = others.findIndex(({ look }) => look !== 'problem');
  return [...others.toSpliced(Math.max(0, oldest), 1), next];
}

export function Toasts() {
  const failure = useApp((state) => state.notice);
  const dismissFailure = useApp((state) => state.dismissNotice);
  const dialog = useTopDialog();
  const [messages, dismiss] = useMessages();
  const [[hold, ...moreHeld], hide] = useHolds();
  const clearsAt = useApp((state) => state.clipboardClearsAt);
  const isReplaced = useReplacedRows(hold === undefined ? [] : [0], () => hold?.id);
  const [newest, ...older] = messages
    .map((message) => (
      <MessageToast key={message.serial} message={message} onEnd={() => dismiss(message.serial)} />
    ))
    .reverse();
  // The most important line comes first: the user can only cancel a hold while its line is visible.
  const lines: readonly ReactNode[] = [
    hold && (
      <HoldToast
        key={hold.id}
        job={hold}
        more={moreHeld.length}
        isReplaced={() => isReplaced(0)}
        onHide={() => hide(hold.id)}
      />
    ),
    failure && (
      <div key="failure" data-toast>
        <FailureNotice look="toast" failure={failure} onDismiss={dismissFailure} />
      </div>
    ),
    newest,
    clearsAt !== null && <ClipboardToast key="clipboard" clearsAt={clearsAt} />,
    ...older,
  ].filter(Boolean);
  if (lines.length === 0) return null;
  const shown = (
    <Pane
      label="Messages"
      data-unasked
      className={classNames(
        'fixed ruled',
        dialog === null ? `raised ${styles.lines}` : `popup ${styles.below}`,
      )}
      onKeyDown={onKeys(putAwayByEscape)}
    >
      {/* The hold is the last line, at the edge, so that its buttons don't move. */}
      {lines.slice(0, dialog === null ? MOST : 1).reverse()}
    </Pane>
  );
  // Elements outside of an open dialog are inert, so the toasts move into the dialog.
  return dialog === null ? shown : createPortal(shown, dialog);
}

function useMessages(): readonly [readonly Message[], (serial: number) => void] {
  const store = useAppStore();
  const [messages, setMessages] = useState<readonly Message[]>([]);
  useEffect(() => {
    const take = (message: Message): void => {
      if (message.look !== null) setMessages((before) => withMessage(before, message));
    };
    // A message may be older than this component, which is loaded late.
    take(store.getState().message);
    return store.subscribe(({ message }, before) => {
      if (message !== before.message) take(message);
    });
  }, [store]);
  const dismiss = useCallback(
    (serial: number) => setMessages((before) => before.filter((each) => each.serial !== serial)),
    [],
  );
  return [messages, dismiss];
}

/** Returns the held jobs, except hidden ones and those in the open jobs list. */
function useHolds(): readonly [readonly Job[], (jobId: string) => void] {
  const jobs = useApp((state) => state.jobs);
  const isListed = useApp((state) => state.jobsOpen && state.jobShown === null);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const hide = (jobId: string): void => setHidden([...hidden, jobId]);
  return [isListed ? [] : heldJobs(jobs).filter(({ id }) => !hidden.includes(id)), hide];
}

function putAwayByEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return;
  event.preventDefault();
  const toast = event.target.closest('[data-toast]');
  toast?.querySelector<HTMLElement>('[aria-label="Dismiss"], [aria-label="Hide"]')?.click();
}

const LOOKS: Readonly<Record<NonNullable<Message['look']>, readonly [LucideIcon, string]>> = {
  done: [CircleCheck, 'good'],
  copied: [Copy, 'accent'],
  note: [Info, 'accent'],
  problem: [CircleAlert, 'danger'],
};

interface MessageToastProps {
  readonly message: Message;
  readonly onEnd: () => void;
}

function MessageToast({ message: { text, look, serial }, onEnd }: MessageToastProps) {
  const store = useAppStore();
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const canUndo = useApp((state) => state.undo?.serial === serial);
  const line = useRef<HTMLDivElement>(null);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (look === 'problem') return undefined;
    let left = LIFE;
    const timer = setInterval(() => {
      const isRead = line.current?.closest('[data-pane]')?.matches(':hover, :focus-within') === true;
      if (!isRead && !document.hidden) left -= SECOND;
      if (left <= 0) end();
    }, SECOND);
    return () => clearInterval(timer);
  }, [look]);
  const [Icon, colour] = LOOKS[look ?? 'note'];
  return (
    <div ref={line} className="row snug" data-toast>
      <Icon className={colour} size={16} />
      <p className="grow sensitive">{text}</p>
      {canUndo && (
        <Button
          title={keyLabel('Mod+Z', platform)}
          onClick={() => {
            void runCommand(undoLast, store);
            onEnd();
          }}
        >
          Undo
        </Button>
      )}
      <IconButton label="Dismiss" icon={<X size={16} />} onClick={onEnd} />
    </div>
  );
}

function ClipboardToast({ clearsAt }: { readonly clearsAt: number }) {
  const { clearClipboard } = useActions();
  const left = Math.max(0, clearsAt - useNow('second'));
  return (
    <div className="row snug" data-toast>
      <ClipboardCheck className="accent" size={16} />
      <p className="grow">
        Clipboard cleared in <strong aria-hidden>{shortCountdown(left)}</strong>
        <span className="visually-hidden">a moment</span>
      </p>
      <Button onClick={() => void clearClipboard()}>Clear now</Button>
    </div>
  );
}

interface HoldToastProps {
  readonly job: Job;
  readonly more: number;
  /**
   * Returns true for a short time after this hold replaced another one. A click then may be meant for the previous
   * hold.
   */
  readonly isReplaced: () => boolean;
  readonly onHide: () => void;
}

function HoldToast({ job, more, isReplaced, onHide }: HoldToastProps) {
  const { stepJob: step, announce, setJobsOpen } = useActions();
  const now = useNow('second');
  const notYet = whyNotYet(job, now);
  const about = `hold-${job.id}`;
  const act = (which: JobStep): void => {
    // The previous hold ended as the user was about to click.
    if (isReplaced()) announce('The list moved. Click again.', 'note');
    else void step(job.id, which);
  };
  return (
    <div className="row wrap snug" data-toast>
      <Trash2 className="danger" size={16} />
      <p className={`row gap-1 grow ${styles.hold}`}>
        <span className="row gap-1 shrink" id={about}>
          <Subject job={job} />
          <span className="fixed">will be deleted in</span>
        </span>
        {/* Hidden from screen readers. They get announcements at a few moments instead. */}
        <strong className="fixed danger" aria-hidden>
          {shortCountdown((job.holdUntil ?? 0) - now)}
        </strong>
      </p>
      <span className="row push">
        {/* F6 focuses the first of these buttons. */}
        <Button data-pane-focus aria-describedby={about} onClick={() => act('cancel')}>
          Cancel
        </Button>
        <Button
          variant="quiet"
          aria-describedby={notYet === null ? about : `${about} ${about}-not-yet`}
          disabledReason={notYet}
          onClick={() => act('startNow')}
        >
          Start now
        </Button>
        {notYet !== null && (
          <span className="visually-hidden" id={`${about}-not-yet`}>
            {notYet}.
          </span>
        )}
        {more > 0 && (
          <button
            type="button"
            className="link nowrap"
            title="Show all in Jobs"
            onClick={() => setJobsOpen(true)}
          >
            {formatNumber(more)} more
          </button>
        )}
        <IconButton label="Hide" title="Hide. It stays in Jobs" icon={<X size={16} />} onClick={onHide} />
      </span>
    </div>
  );
}

function Subject({ job }: { readonly job: Job }) {
  if (job.about === '' || !isDelete(job))
    return <span className="fixed">{itemCountText(job, openCount(job))}</span>;
  return (
    <>
      <span className="fixed">{capital(job.wording.one)}</span>
      <RoomTitle name={job.aboutName} id={job.about} />
    </>
  );
}
