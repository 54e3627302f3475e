import {
  CircleAlert,
  CircleCheck,
  ClipboardCheck,
  Copy,
  Info,
  MessageSquareText,
  X,
  type LucideIcon,
} from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { useShallow } from 'zustand/react/shallow';
import { undoLast } from '../commands/list-commands.ts';
import { keyLabel, onKeys } from '../lib/keys.ts';
import { runCommand } from '../commands/run.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { classNames } from '../parts/class-names.ts';
import { useTopDialog } from '../parts/dialog/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { clockTime, shortCountdown } from '../lib/format.ts';
import { Pane } from '../parts/pane.tsx';
import { Popover } from '../parts/popover.tsx';
import { useNow } from '../parts/relative-time/use-now.ts';
import { HeldLine } from '../screens/jobs/jobs-line.tsx';
import { nextHeld } from '../store/job-facts.ts';
import { isOfScreenInFront, isOpenProblem, type Message } from '../store/ui-slice.ts';
import { useActions, useApp, useAppStore } from '../store/use-app.ts';
import panelStyles from './health-panel.module.css';
import statusBar from './status-bar.module.css';
import styles from './toasts.module.css';

const MOST = 2;

const SECOND = 1000;

/** Time in ms until a toast without a button disappears. Does not run while the toast is hovered, focused or hidden. */
const LIFE = 4 * SECOND;

export function withMessage(messages: readonly Message[], next: Message): readonly Message[] {
  const isApart = (topic: string | undefined): boolean => topic === undefined || topic !== next.topic;
  const others = messages.filter(({ text, topic }) => text !== next.text && isApart(topic));
  return [...others, next].slice(-MOST);
}

/** Shows toasts; in an open dialog only one. A waiting delete comes first, because the user can still cancel it. */
export function Toasts() {
  const failure = useApp((state) => state.notice);
  const dismissFailure = useApp((state) => state.dismissNotice);
  const held = useApp((state) => nextHeld(state.jobs));
  const dialog = useTopDialog();
  const store = useAppStore();
  const [messages, setMessages] = useState<readonly Message[]>([]);
  useEffect(() => {
    const take = (message: Message): void => {
      const state = store.getState();
      const isOnScreen =
        message.look === 'problem' && state.dialog === null && isOfScreenInFront(state, message);
      if (message.look !== null && !isOnScreen) setMessages((before) => withMessage(before, message));
    };
    // Shows the message already in the store, because it may have arrived before this component was mounted.
    take(store.getState().message);
    return store.subscribe(({ message }, before) => {
      if (message !== before.message) take(message);
    });
  }, [store]);
  const dismiss = (serial: number): void =>
    setMessages((before) => before.filter((each) => each.serial !== serial));
  const toasts = messages.toReversed();
  if (dialog === null) {
    if (toasts.length === 0) return null;
    return <Lines className={`raised ${styles.lines}`} messages={toasts} dismiss={dismiss} />;
  }
  // Renders one toast inside the open modal dialog, because the dialog makes everything outside of it inert.
  const first = held ?? failure ?? toasts[0];
  if (first === undefined) return null;
  return createPortal(
    <Lines className={`popup ${styles.below}`} messages={toasts.slice(0, 1)} dismiss={dismiss}>
      {held !== null ? (
        <div className="row snug">
          <HeldLine job={held} />
        </div>
      ) : (
        failure && (
          <div data-toast>
            <FailureNotice look="toast" failure={failure} onDismiss={dismissFailure} />
          </div>
        )
      )}
    </Lines>,
    dialog,
  );
}

interface LinesProps {
  readonly className: string;
  readonly messages: readonly Message[];
  readonly dismiss: (serial: number) => void;
  readonly children?: ReactNode;
}

function Lines({ className, messages, dismiss, children }: LinesProps) {
  // Ignores a pointer that rests where a toast appears, because only a later move shows that the user sees the toast.
  const pointedAt = useRef(0);
  const point = ({ movementX, movementY }: PointerEvent): void => {
    if (movementX !== 0 || movementY !== 0) pointedAt.current = performance.now();
  };
  return (
    <Pane
      label="Messages"
      data-unasked
      className={classNames('fixed ruled', className)}
      onPointerMove={point}
      onPointerLeave={() => (pointedAt.current = 0)}
      onKeyDown={onKeys(putAwayByEscape)}
    >
      {children ??
        messages.map((message) => (
          <Toast
            key={message.serial}
            message={message}
            pointedAt={() => pointedAt.current}
            onEnd={() => dismiss(message.serial)}
          />
        ))}
    </Pane>
  );
}

function putAwayByEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return;
  event.preventDefault();
  const toast = event.target.closest('[data-toast]');
  toast?.querySelector<HTMLElement>('[aria-label="Dismiss"]')?.click();
}

const LOOKS: Readonly<Record<NonNullable<Message['look']>, readonly [LucideIcon, string]>> = {
  done: [CircleCheck, 'good'],
  copied: [Copy, 'accent'],
  note: [Info, 'accent'],
  problem: [CircleAlert, 'danger'],
};

function LookIcon({ look }: Pick<Message, 'look'>) {
  const [Icon, colour] = LOOKS[look ?? 'note'];
  return <Icon className={`fixed ${colour}`} size={16} />;
}

interface ToastProps {
  readonly message: Message;
  /** Returns the time of the last pointer move over the toasts, as `performance.now()`; 0 if the pointer has left. */
  readonly pointedAt: () => number;
  readonly onEnd: () => void;
}

function Toast({ message, pointedAt, onEnd }: ToastProps) {
  const line = useRef<HTMLDivElement>(null);
  const end = useEffectEvent(onEnd);
  const isRead = useEffectEvent(
    (shownAt: number) =>
      pointedAt() > shownAt || line.current?.closest('[data-pane]')?.matches(':focus-within') === true,
  );
  useEffect(() => {
    const shownAt = performance.now();
    let left = message.action === undefined ? LIFE : 5 * LIFE;
    const timer = setInterval(() => {
      if (!isRead(shownAt) && !document.hidden) left -= SECOND;
      if (left <= 0) end();
    }, SECOND);
    return () => clearInterval(timer);
  }, [message.action]);
  return (
    <div ref={line} className="row snug nowrap" data-toast>
      <LookIcon look={message.look} />
      <p className={`grow ellipsis sensitive ${styles.text}`}>{message.text}</p>
      <Origin message={message} />
      <MessageButtons message={message} onEnd={onEnd} />
      <IconButton label="Dismiss" icon={<X size={16} />} onClick={onEnd} />
    </div>
  );
}

function Origin({ message: { connection } }: { readonly message: Message }) {
  return connection === null ? null : (
    <span className={`muted ellipsis sensitive ${styles.origin}`}>{connection}</span>
  );
}

function MessageButtons({ message, onEnd }: { readonly message: Message; readonly onEnd?: () => void }) {
  const { serial, fileName, action } = message;
  const store = useAppStore();
  const canUndo = useApp((state) => state.undo?.serial === serial);
  const showFile = useApp((state) => state.showFile);
  const act = (run: () => void): void => {
    run();
    onEnd?.();
  };
  return (
    <>
      {canUndo && (
        <Button title={keyLabel('Mod+Z')} onClick={() => act(() => void runCommand(undoLast, store))}>
          Undo
        </Button>
      )}
      {fileName !== undefined && <Button onClick={() => void showFile(fileName)}>Show in folder</Button>}
      {action !== undefined && <Button onClick={() => act(action.run)}>{action.label}</Button>}
    </>
  );
}

export function ScreenProblems() {
  const notice = useApp((state) => state.notice);
  const problems = useApp(
    useShallow((state) =>
      state.messages.filter((each) => isOpenProblem(each) && isOfScreenInFront(state, each)).slice(0, MOST),
    ),
  );
  const { dismissNotice, dismissProblem } = useActions();
  const shown = useTopDialog() === null ? notice : null;
  if (shown === null && problems.length === 0) return null;
  return (
    <Pane label="Problems" className="fixed" data-unasked>
      {shown && <FailureNotice look="strip" failure={shown} onDismiss={dismissNotice} />}
      {problems.map((problem) => (
        <div key={problem.serial} className="row snug line-below">
          <LookIcon look="problem" />
          <p className="grow sensitive">{problem.text}</p>
          <Origin message={problem} />
          <IconButton label="Dismiss" icon={<X size={16} />} onClick={() => dismissProblem(problem.serial)} />
        </div>
      ))}
    </Pane>
  );
}

export function ClipboardLine() {
  const clearsAt = useApp((state) => state.clipboardClearsAt);
  const { clearClipboard } = useActions();
  const what = useApp((state) => (state.copiedSecret === 'key' ? 'Key' : 'Link'));
  const now = useNow(clearsAt === null ? 'minute' : 'second');
  if (clearsAt === null) return null;
  return (
    <span className="row gap-1 fixed full">
      <ClipboardCheck size={13} />
      {what} on clipboard <span aria-hidden>for {shortCountdown(clearsAt - now)}</span>
      <button type="button" className="link bar-link ring-inside" onClick={() => void clearClipboard()}>
        Clear now
      </button>
    </span>
  );
}

export function RecentMessages() {
  const messages = useApp((state) => state.messages);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const now = useNow();
  if (messages.length === 0) return null;
  const hasProblem = messages.some(isOpenProblem);
  return (
    <>
      <button
        type="button"
        className={classNames('row full ring-inside', statusBar.part, hasProblem ? 'danger' : 'muted')}
        title="Messages"
        aria-label={hasProblem ? 'Messages and problems' : 'Messages'}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(anchor === null ? currentTarget : null)}
      >
        {hasProblem ? <CircleAlert size={13} /> : <MessageSquareText size={13} />}
      </button>
      {anchor !== null && (
        <Popover
          role="dialog"
          label="Messages"
          anchor={anchor}
          keepsShortcuts
          className={panelStyles.panel}
          onClose={() => setAnchor(null)}
        >
          <ul className="ruled" aria-label="Messages" tabIndex={-1} data-autofocus>
            {messages.map((message) => (
              <li key={message.serial} className="row start snug">
                <LookIcon look={message.look} />
                <div className="grow">
                  <p className="sensitive">{message.text}</p>
                  <p className="hint">
                    {message.connection !== null && (
                      <span className="sensitive">{`${message.connection} · `}</span>
                    )}
                    {clockTime(message.at, now)}
                  </p>
                </div>
                <MessageButtons message={message} />
              </li>
            ))}
          </ul>
        </Popover>
      )}
    </>
  );
}
