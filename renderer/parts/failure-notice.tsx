import { CircleAlert, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Failure } from '../../preload/contract/failure.ts';
import { currentConnection } from '../store/connections-slice.ts';
import { useActions, useApp } from '../store/use-app.ts';
import { Button, IconButton } from './button.tsx';
import styles from './failure-notice.module.css';
import { shortCountdown } from '../lib/format.ts';
import { useNow } from './relative-time/use-now.ts';

export function failureSentence({ message, nextStep, fields }: Failure): string {
  return Object.values(fields ?? {})[0] ?? `${message} ${nextStep}`.trim();
}

export interface FailureNoticeProps {
  readonly failure: Failure;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean;
  readonly onDismiss?: () => void;
  /** Look of the notice. `strip`: banner on a screen. `toast`: a toast. `page`: replaces a screen's content. */
  readonly look?: 'box' | 'strip' | 'toast' | 'page';
}

function detailLines(failure: Failure): readonly string[] {
  const words = failure.serviceMessage ?? '';
  const saysStatus = failure.details.some((line) => line.startsWith('Status:'));
  return [
    `${failure.code}: ${failure.message}`,
    ...(failure.status === undefined || saysStatus ? [] : [`Status: ${failure.status}`]),
    ...(words === '' || failure.message.includes(words) ? [] : [`The service said: ${words}`]),
    ...failure.details,
  ];
}

const LOOKS = {
  box: `wrap start inset box ${styles.notice}`,
  strip: `wrap start inset line-below ${styles.notice}`,
  toast: `wrap start inset ${styles.notice}`,
  page: `column-3 ${styles.page}`,
} as const;

export function FailureNotice(props: FailureNoticeProps) {
  const { failure, onRetry, retrying = false, onDismiss, look = 'box' } = props;
  const waitMs = useRetryWait(failure);
  const isPage = look === 'page';
  const details = <FoldedDetails lines={detailLines(failure)} />;
  return (
    <div className={LOOKS[look]} role="alert">
      <CircleAlert className="danger" size={isPage ? 32 : 16} />
      <div className={isPage ? 'column-1' : 'grow words'}>
        <p className="sensitive">
          <strong>{failure.message}</strong> {failure.nextStep}
        </p>
        {waitMs > 0 && (
          <p>
            {/* The countdown is hidden from screen readers, because a live region would read every second aloud. */}
            <span className="visually-hidden">Try again in {failure.retryAfterSeconds} s.</span>
            <span aria-hidden>Try again in {shortCountdown(waitMs)}.</span>
          </p>
        )}
        {!isPage && details}
      </div>
      <NetworkButton failure={failure} />
      {failure.code === 'key-refused' && <KeyButton label="Change key…" />}
      {failure.code === 'no-key' && <KeyButton label="Add key…" />}
      {onRetry && (
        <Button
          variant={isPage ? 'primary' : 'plain'}
          busy={retrying}
          disabledReason={waitMs > 0 ? 'The service asks you to wait' : null}
          onClick={onRetry}
        >
          Try again
        </Button>
      )}
      {isPage && details}
      {onDismiss && <IconButton label="Dismiss" icon={<X size={16} />} onClick={onDismiss} />}
    </div>
  );
}

export function FoldedDetails({ lines }: { readonly lines: readonly string[] }) {
  const copy = useApp((state) => state.copy);
  const text = lines.join('\n');
  return (
    <details className={`short ${styles.details}`}>
      <summary className="muted">Details</summary>
      <pre className="sensitive">{text}</pre>
      <Button onClick={() => void copy(text, 'Details')}>Copy details</Button>
    </details>
  );
}

/** Button that helps after a failure: it signs in to the proxy, or opens the network settings for a certificate. */
export function NetworkButton({ failure }: { readonly failure: Failure }) {
  const { askProxySignIn: ask, openDialog } = useActions();
  // The button for network settings is hidden in other dialogs, because the network dialog would replace them and their
  // typed text. Stays visible below the network dialog, so that the browser can restore the focus to the button.
  const opensSettings = useApp(
    ({ currentId, dialog }) => currentId !== null && (dialog === null || dialog.kind === 'network'),
  );
  const { code, proxy } = failure;
  if (code === 'certificate' && opensSettings)
    return <Button onClick={() => openDialog({ kind: 'network' })}>Network settings…</Button>;
  if (code !== 'proxy-sign-in' || proxy === undefined) return null;
  return <Button onClick={() => ask(proxy)}>Sign in…</Button>;
}

function KeyButton({ label }: { readonly label: string }) {
  const connection = useApp(currentConnection);
  const isOnKeys = useApp(({ screen }) => screen === 'keys' || screen === 'connection-form');
  const hasOther = useApp(({ screen }) => screen === 'boards' && connection?.boardKey != null);
  const { closeDialog, go } = useActions();
  if (connection === null || isOnKeys || connection.environment === 'practice') return null;
  const focus = hasOther ? 'boardApiKey' : 'apiKey';
  function openForm(id: string): void {
    // Closes the dialog that contains this notice, because the dialog would cover the connection form.
    closeDialog();
    void go({ kind: 'connection-form', id, focus });
  }
  return <Button onClick={() => openForm(connection.id)}>{label}</Button>;
}

/** Button to sign in to the proxy that blocks requests. Shows only one, because all APIs usually share a proxy. */
export function ProxySignInOfHealth() {
  const asking = useApp(
    ({ health }) => health?.parts.find(({ failure }) => failure?.code === 'proxy-sign-in')?.failure,
  );
  return asking && <NetworkButton failure={asking} />;
}

/** Returns the ms until the user may retry. Announces the end of this time to screen readers. */
function useRetryWait(failure: Failure): number {
  const say = useApp((state) => state.say);
  const waitMs = (failure.retryAfterSeconds ?? 0) * 1000;
  const now = useNow(waitMs > 0 ? 'second' : 'minute');
  // Limits the remaining time to `waitMs`, because `useNow` may first return a time before the failure.
  const left = waitMs > 0 ? Math.min(waitMs, Math.max(0, retryAt(failure) - now)) : 0;
  const waited = useRef(false);
  const waiting = left > 0;
  useEffect(() => {
    if (waited.current && !waiting) say('You can try again now.');
    waited.current = waiting;
  }, [say, waiting]);
  return left;
}

const firstSeen = new Map<string, number>();

/** Returns the epoch ms from which the user may retry. If the same failure occurs again, the wait does not start again. */
export function retryAt(failure: Failure): number {
  const key = JSON.stringify(failure);
  const seen = firstSeen.get(key) ?? Date.now();
  firstSeen.set(key, seen);
  return seen + (failure.retryAfterSeconds ?? 0) * 1000;
}
