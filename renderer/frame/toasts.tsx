/**
 * Messages above the bottom of the rows: what was done, deletes on hold, failures. They move no row, take no focus, and
 * cover nothing for good: what scrolls ends above them. In the live previews they stand in the toolbar, off the rooms.
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
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { Job } from '../../preload/contract/jobs.ts';
import { undoNotes } from '../commands/list-commands.ts';
import { keyLabel } from '../commands/key-strokes.ts';
import { runCommand } from '../commands/run.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { classNames } from '../parts/class-names.ts';
import { useTopDialog } from '../parts/dialog/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { formatNumber, shortCountdown } from '../lib/format.ts';
import { Pane } from '../parts/pane.tsx';
import { useNow } from '../parts/relative-time/use-now.ts';
import { RoomTitle } from '../parts/room-title.tsx';
import { useReplaced } from '../parts/use-replaced.ts';
import { capital, dueCount, things } from '../screens/jobs/wording.ts';
import { heldJobs, isDelete, whyNotYet } from '../store/job-facts.ts';
import type { JobStep } from '../store/jobs-slice.ts';
import type { Message } from '../store/ui-slice.ts';
import { useActions, useApp, useAppStore } from '../store/use-app.ts';
import styles from './toasts.module.css';

/** So many are shown at once; toasts.module.css leaves room for them. */
const MOST = 2;

const SECOND = 1000;

/**
 * The messages with one more: a repeated one moves up, an earlier one about the same goes, and of too many the oldest that
 * is no problem.
 */
export function withMessage(messages: readonly Message[], next: Message): readonly Message[] {
  const isApart = (topic: string | undefined): boolean => topic === undefined || topic !== next.topic;
  const others = messages.filter(({ text, topic }) => text !== next.text && isApart(topic));
  if (others.length < MOST) return [...others, next];
  const oldest = others.findIndex(({ look }) => look !== 'problem');
  return [...others.toSpliced(Math.max(0, oldest), 1), next];
}

/**
 * How many messages and holds are shown, of so many. A hold comes first: it can be cancelled only while it is seen, and
 * may be over before a message goes.
 */
export function shareOut(places: number, messages: number, holds: number): readonly [number, number] {
  const held = Math.min(1, holds, places);
  return [Math.min(messages, places - held), held];
}

/** How long a message stays, ms: as long as reading it takes, longer where it offers something. */
export function lifeOf(text: string, offers: boolean): number {
  return offers ? 12_000 : Math.min(10_000, 4000 + Math.ceil(text.length / 20) * SECOND);
}

/** The stack, or one of it below an open dialog. While the mouse or the focus is in it, nothing in it goes away by itself. */
export function Toasts() {
  const failure = useApp((state) => state.notice);
  const dismissFailure = useApp((state) => state.dismissNotice);
  const dialog = useTopDialog();
  const [messages, dismiss] = useMessages();
  const [allHeld, hide] = useHolds();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const stack = useRef<HTMLDivElement>(null);
  useFocusBack(stack, setFocused);
  useFocusInSight(stack);

  const isOverRooms = useApp((state) => state.screen === 'previews') && dialog === null;
  const places = (dialog === null && !isOverRooms ? MOST : 1) - (failure === null ? 0 : 1);
  const [told, held] = shareOut(places, messages.length, allHeld.length);
  const hold = held === 0 ? undefined : allHeld[0];
  const clearsAt = useApp((state) => state.clipboardClearsAt);
  const [clearsHidden, setClearsHidden] = useState<number | null>(null);
  const clears = told + held < places && clearsAt !== clearsHidden ? clearsAt : null;
  const isReplaced = useReplaced(hold?.id ?? null);
  if (failure === null && told + held === 0 && clears === null) return null;
  const shown = (
    <Pane
      label="Messages"
      data-unasked
      className={`fixed ${dialog !== null ? styles.below : isOverRooms ? styles.bar : styles.over}`}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onKeyDown={putAwayByEscape}
    >
      <div ref={stack} className={`column-2 ${styles.stack}`}>
        {failure !== null && (
          <div className={`popup ${styles.toast}`} data-toast>
            <FailureNotice look="toast" failure={failure} onDismiss={dismissFailure} />
          </div>
        )}
        {/* The hold stands below the messages, which come and go: a button must not move under the mouse. */}
        {messages.slice(messages.length - told).map((message) => (
          <MessageToast key={message.serial} message={message} paused={hovered || focused} onEnd={dismiss} />
        ))}
        {clears !== null && (
          <ClipboardToast key={clears} clearsAt={clears} onHide={() => setClearsHidden(clears)} />
        )}
        {hold !== undefined && (
          <HoldToast
            key={hold.id}
            job={hold}
            more={allHeld.length - 1}
            isReplaced={isReplaced}
            onHide={hide}
          />
        )}
      </div>
    </Pane>
  );
  // Outside of an open dialog nothing can be clicked, nor is it read out.
  return dialog === null ? shown : createPortal(shown, dialog);
}

/** Those that are to be seen, oldest first. */
function useMessages(): readonly [readonly Message[], (serial: number) => void] {
  const store = useAppStore();
  const [messages, setMessages] = useState<readonly Message[]>([]);
  useEffect(() => {
    const take = (message: Message): void => {
      if (message.look !== null) setMessages((before) => withMessage(before, message));
    };
    // It may have come before this part was loaded.
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

/** Those that are not hidden, nor in the list of jobs before everybody's eyes. */
function useHolds(): readonly [readonly Job[], (jobId: string) => void] {
  const jobs = useApp((state) => state.jobs);
  const isListed = useApp((state) => state.jobsOpen && state.jobShown === null);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const hide = useCallback((jobId: string) => setHidden((before) => [...before, jobId]), []);
  return [isListed ? [] : heldJobs(jobs).filter(({ id }) => !hidden.includes(id)), hide];
}

/** Gives the focus back to where it was before, when it was lost with a toast. */
function useFocusBack(stack: RefObject<HTMLElement | null>, onFocused: (focused: boolean) => void): void {
  const before = useRef<HTMLElement | null>(null);
  const isInside = useRef(false);
  useEffect(() => {
    const turn = (target: EventTarget | null, from: EventTarget | null): void => {
      const inside = target instanceof Node && stack.current?.contains(target) === true;
      if (inside && !isInside.current) before.current = from instanceof HTMLElement ? from : null;
      if (inside !== isInside.current) onFocused(inside);
      isInside.current = inside;
    };
    const focusIn = (event: FocusEvent): void => turn(event.target, event.relatedTarget);
    const press = (event: PointerEvent): void => {
      if (isInside.current) turn(event.target, null);
    };
    document.addEventListener('focusin', focusIn);
    document.addEventListener('pointerdown', press);
    return () => {
      document.removeEventListener('focusin', focusIn);
      document.removeEventListener('pointerdown', press);
    };
  }, [stack, onFocused]);
  useLayoutEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    const rows = document.querySelector<HTMLElement>('[role$="grid"]');
    (before.current?.isConnected === true ? before.current : rows)?.focus();
  });
}

/** Scrolls what the keyboard comes to out from under the toasts. */
function useFocusInSight(stack: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const look = (): void => {
      const focused = document.activeElement;
      const pointed = focused?.getAttribute('aria-activedescendant') ?? '';
      const target = document.getElementById(pointed) ?? focused;
      if (stack.current === null || target === null || stack.current.contains(target)) return;
      const [toasts, box] = [stack.current.getBoundingClientRect(), target.getBoundingClientRect()];
      const isBeside = box.right <= toasts.left || box.left >= toasts.right;
      if (isBeside || box.bottom <= toasts.top || box.top < toasts.top - toasts.height) return;
      target.closest('.scroll')?.scrollBy(0, box.bottom - toasts.top + 8);
    };
    const press = (): void => void requestAnimationFrame(look);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [stack]);
}

/** Esc puts away the toast that has the focus, which goes to the hold that is there then, else to a message. */
function putAwayByEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return;
  event.preventDefault();
  const pane = event.currentTarget;
  const toast = event.target.closest('[data-toast]');
  flushSync(() => toast?.querySelector<HTMLElement>('[aria-label="Dismiss"], [aria-label="Hide"]')?.click());
  (pane.querySelector<HTMLElement>('[data-pane-focus]') ?? pane.querySelector('button'))?.focus();
}

const LOOKS: Readonly<Record<NonNullable<Message['look']>, readonly [LucideIcon, string]>> = {
  done: [CircleCheck, 'good'],
  copied: [Copy, 'accent'],
  note: [Info, 'accent'],
  problem: [CircleAlert, 'danger'],
};

interface MessageToastProps {
  readonly message: Message;
  readonly paused: boolean;
  readonly onEnd: (serial: number) => void;
}

function MessageToast({ message, paused, onEnd }: MessageToastProps) {
  const { text, look, serial } = message;
  const store = useAppStore();
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const canUndo = useApp((state) => state.notesUndo?.serial === serial);
  const [life] = useState(() => (look === 'problem' ? Infinity : lifeOf(text, canUndo)));
  const [left, setLeft] = useState(life);
  useEffect(() => {
    if (paused || life === Infinity) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) setLeft((before) => before - SECOND);
    }, SECOND);
    return () => clearInterval(timer);
  }, [paused, life]);
  useEffect(() => {
    if (left <= 0) onEnd(serial);
  }, [left, onEnd, serial]);
  const [Icon, colour] = LOOKS[look ?? 'note'];
  return (
    <div className={`row popup ${styles.toast} ${styles.line}`} data-toast>
      <Ring share={life === Infinity ? null : left / life} tick={paused ? 0 : SECOND / life} look={colour}>
        <Icon size={15} />
      </Ring>
      <p className={`grow sensitive ${styles.text}`}>{text}</p>
      {life !== Infinity && (
        <span className={`fixed hint ${styles.number}`} aria-hidden>
          {Math.round(left / SECOND)} s
        </span>
      )}
      {canUndo && (
        <Button
          title={`${undoNotes.label} (${keyLabel('Mod+Z', platform)})`}
          onClick={() => {
            void runCommand(undoNotes, store);
            onEnd(serial);
          }}
        >
          Undo
        </Button>
      )}
      <IconButton label="Dismiss" icon={<X size={15} />} onClick={() => onEnd(serial)} />
    </div>
  );
}

interface ClipboardToastProps {
  readonly clearsAt: number;
  readonly onHide: () => void;
}

/** How long a copied link stays on the clipboard, with the way to end it. */
function ClipboardToast({ clearsAt, onHide }: ClipboardToastProps) {
  const { clearClipboard } = useActions();
  const now = useNow('second');
  const [begun] = useState(now);
  const left = Math.max(0, clearsAt - now);
  const whole = Math.max(SECOND, clearsAt - begun);
  return (
    <div className={`row popup ${styles.toast} ${styles.line}`} data-toast>
      <Ring share={left / whole} tick={SECOND / whole} look="accent">
        <ClipboardCheck size={14} />
      </Ring>
      <p className={`grow ${styles.text}`}>
        The copied link leaves the clipboard in{' '}
        <strong className={styles.clock} aria-hidden>
          {shortCountdown(left)}
        </strong>
        <span className="visually-hidden">a moment</span>
      </p>
      <Button onClick={() => void clearClipboard()}>Clear now</Button>
      <IconButton label="Hide" icon={<X size={15} />} onClick={onHide} />
    </div>
  );
}

interface HoldToastProps {
  readonly job: Job;
  /** How many further deletes are on hold. */
  readonly more: number;
  /** Whether another hold was shown only just now: who clicks then means that one. */
  readonly isReplaced: () => boolean;
  readonly onHide: (jobId: string) => void;
}

/** "Board b-7 will be deleted in 0:09", with the two ways to end the wait. */
function HoldToast({ job, more, isReplaced, onHide }: HoldToastProps) {
  const { stepJob: step, announce, setJobsOpen } = useActions();
  const now = useNow('second');
  const end = job.holdUntil ?? 0;
  const whole = Math.max(SECOND, end - (job.heldFrom ?? job.createdAt));
  const notYet = whyNotYet(job, now);
  const about = `hold-${job.id}`;
  const act = (which: JobStep): void => {
    // The one before has begun, or was taken back, as the button was about to be pressed.
    if (isReplaced()) announce('Another deletion moved here. Click again.', 'note');
    else void step(job.id, which);
  };
  return (
    <div className={`row wrap popup ${styles.toast} ${styles.line}`} data-toast>
      <Ring share={Math.max(0, end - now) / whole} tick={SECOND / whole} look="danger">
        <Trash2 size={14} />
      </Ring>
      <p className={`row gap-1 grow ${styles.text} ${styles.hold}`}>
        <span className="row gap-1 shrink" id={about}>
          <Subject job={job} />
          <span className="fixed">will be deleted in</span>
        </span>
        {/* For eyes only: a reader is told at its beginning and at three moments. */}
        <strong className={`fixed danger ${styles.clock}`} aria-hidden>
          {shortCountdown(end - now)}
        </strong>
      </p>
      <span className="row push">
        {/* The first of these is what F6 comes to. */}
        <Button data-pane-focus aria-describedby={about} onClick={() => act('cancel')}>
          Cancel
        </Button>
        <Button
          variant="quiet"
          className={styles.roomy}
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
            className={`link nowrap ${styles.roomy}`}
            title="Show all in Jobs"
            onClick={() => setJobsOpen(true)}
          >
            {formatNumber(more)} more
          </button>
        )}
        <IconButton
          label="Hide"
          title="Hide. It stays in Jobs"
          icon={<X size={15} />}
          onClick={() => onHide(job.id)}
        />
      </span>
    </div>
  );
}

function Subject({ job }: { readonly job: Job }) {
  if (job.about === '' || !isDelete(job)) return <span className="fixed">{things(job, dueCount(job))}</span>;
  return (
    <>
      <span className="fixed">{capital(job.wording.one)}</span>
      <RoomTitle name={job.aboutName} id={job.about} />
    </>
  );
}

/** A ring slides where a person sees it: slower, it would be drawn for nothing, sixty times a second. */
const SLOWEST_SLIDE = 1 / 60;

interface RingProps {
  /** What is left, 0 to 1; null for no ring. */
  readonly share: number | null;
  /** How much of it goes in a second: the ring is there already when the second is over. */
  readonly tick: number;
  readonly look: string;
  readonly children: ReactNode;
}

function Ring({ share, tick, look, children }: RingProps) {
  return (
    <span className={classNames('centre fixed relative', styles.ring, look)}>
      {share !== null && (
        <svg
          viewBox="0 0 28 28"
          className={classNames('cover', styles.drain, tick > SLOWEST_SLIDE && styles.slides)}
          aria-hidden
        >
          <circle cx="14" cy="14" r="13" />
          <circle
            cx="14"
            cy="14"
            r="13"
            pathLength={1}
            strokeDashoffset={1 - Math.max(0, share - tick)}
            transform="rotate(-90 14 14)"
          />
        </svg>
      )}
      {children}
    </span>
  );
}
