import { BellRing, CircleCheck, CircleDashed, CircleX, History } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { KeyInfo, KeyStage } from '../../../preload/contract/keys.ts';
import { classNames } from '../../parts/class-names.ts';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { useNow } from '../../parts/relative-time/use-now.ts';
import styles from './key-card.module.css';
import { isDue, shortPrint, STAGE_NAMES } from './key-facts.ts';
import { formatDate } from '../../parts/format.ts';

export interface KeyCardProps {
  readonly stage: KeyStage;
  readonly info: KeyInfo | null;
  /** Shown where there is no key of this stage. */
  readonly none: string;
  /** Its actions. */
  readonly children: ReactNode;
}

const ICONS: Readonly<Record<KeyStage, ReactNode>> = {
  current: <CircleCheck size={15} />,
  next: <CircleDashed size={15} />,
  previous: <History size={15} />,
};

/** The details of one key. */
export function KeyCard({ stage, info, none, children }: KeyCardProps): React.JSX.Element {
  const id = useId();
  return (
    <article
      className={classNames('column-2 box', styles.card, info === null && styles.hollow, styles[stage])}
      aria-labelledby={id}
    >
      <h4 id={id} className={styles.title}>
        {ICONS[stage]}
        {STAGE_NAMES[stage]}
        {info !== null && <code className="sensitive">{shortPrint(info.fingerprint)}</code>}
      </h4>
      {info === null ? <p className={styles.none}>{none}</p> : <Facts info={info} />}
      {info !== null && <div className={`wrap ${styles.actions}`}>{children}</div>}
    </article>
  );
}

function Facts({ info }: { readonly info: KeyInfo }): React.JSX.Element {
  return (
    <dl className={`facts ${styles.facts}`}>
      <dt>Stored</dt>
      <dd className={info.kept === 'session' ? styles.session : undefined}>
        {info.kept === 'session' ? 'This session only' : 'In the keychain'}
      </dd>
      <dt>Added</dt>
      <dd>
        <RelativeTime at={info.addedAt} exact="spoken" />
      </dd>
      <dt>Last accepted</dt>
      <dd>
        {info.lastAcceptedAt === null ? <Never /> : <RelativeTime at={info.lastAcceptedAt} exact="spoken" />}
      </dd>
      <dt>Last refused</dt>
      <dd>{info.lastRefusedAt === null ? <Never /> : <Refused at={info.lastRefusedAt} />}</dd>
      {info.stage === 'next' && (
        <>
          <dt>Takes over</dt>
          <dd>{info.useWhenGreen ? 'When all checks pass' : 'Manually'}</dd>
        </>
      )}
      {info.owner !== '' && (
        <>
          <dt>Owner</dt>
          <dd className="sensitive">{info.owner}</dd>
        </>
      )}
      {info.note !== '' && (
        <>
          <dt>Note</dt>
          <dd className="sensitive">{info.note}</dd>
        </>
      )}
      {info.remindAt !== null && <Reminder info={info} at={info.remindAt} />}
    </dl>
  );
}

function Never(): React.JSX.Element {
  return <span className={styles.never}>never</span>;
}

function Refused({ at }: { readonly at: number }): React.JSX.Element {
  return (
    <span className={`danger ${styles.refused}`}>
      <CircleX size={13} /> <RelativeTime at={at} exact="spoken" />
    </span>
  );
}

/** The day to rotate the key; highlighted once it is due. */
function Reminder({ info, at }: { readonly info: KeyInfo; readonly at: number }): React.JSX.Element {
  const due = isDue(info, useNow());
  return (
    <>
      <dt>Reminder</dt>
      <dd className={due ? styles.due : undefined}>
        {due && <BellRing size={13} />}
        {due ? `Rotate now (due ${formatDate(at)})` : formatDate(at)}
      </dd>
    </>
  );
}
