/** A failure as people meet it: what happened, what to do, and the details for whoever is asked for help. */
import { CircleAlert, X } from 'lucide-react';
import type { Failure } from '../../preload/contract/failure.ts';
import { useApp } from '../store/use-app.ts';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './failure-notice.module.css';

export interface FailureNoticeProps {
  readonly failure: Failure;
  /** Offers *Try again*, where trying again is safe. */
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean;
  readonly onDismiss?: () => void;
  /** `strip`: across the top of a screen, without a box. */
  readonly look?: 'box' | 'strip';
}

/** Lines for *Copy details*: all of them redacted by main. */
function detailLines(failure: Failure): readonly string[] {
  return [
    `${failure.code}: ${failure.message}`,
    ...(failure.status === undefined ? [] : [`Status: ${failure.status}`]),
    ...(failure.serviceMessage ? [`The service said: ${failure.serviceMessage}`] : []),
    ...failure.details,
  ];
}

/** Message, next step, *Try again* where it is safe, and folded details with *Copy details*. An assertive live region. */
export function FailureNotice(props: FailureNoticeProps): React.JSX.Element {
  const { failure, onRetry, retrying = false, onDismiss, look = 'box' } = props;
  const copy = useApp((state) => state.copy);
  const lines = detailLines(failure);
  return (
    <div className={classNames(styles.notice, styles[look])} role="alert">
      <CircleAlert className={styles.icon} size={16} aria-hidden />
      <div className={styles.text}>
        <p>
          <strong>{failure.message}</strong> {failure.nextStep}
        </p>
        {failure.retryAfterSeconds !== undefined && (
          <p>The service asks to wait {failure.retryAfterSeconds} s before the next try.</p>
        )}
        <details className={styles.details}>
          <summary>Details</summary>
          <pre className={styles.lines}>{lines.join('\n')}</pre>
          <Button onClick={() => void copy(lines.join('\n'), 'the details')}>Copy details</Button>
        </details>
      </div>
      {onRetry && (
        <Button busy={retrying} onClick={onRetry}>
          Try again
        </Button>
      )}
      {onDismiss && <IconButton label="Dismiss" icon={<X size={16} aria-hidden />} onClick={onDismiss} />}
    </div>
  );
}
