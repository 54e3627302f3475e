/** What a board or a paper is called, on the page: its label or name, then its short id. In a text it is `roomTitle`. */
import { classNames } from './class-names.ts';
import { idParts, visible } from '../lib/format.ts';
import styles from './room-title.module.css';

interface ShortIdProps {
  readonly id: string;
  /** It stands for what has no name: as large as one. */
  readonly alone?: boolean;
}

/** A few characters of an id; whole under the mouse, and where the keyboard is in a grid. */
export function ShortId({ id, alone = false }: ShortIdProps) {
  const { before, short, after } = idParts(id);
  return (
    <code
      className={classNames('muted sensitive ellipsis', styles.id, alone && styles.alone)}
      title={id}
      data-name={alone || undefined}
    >
      {before !== '' && <Rest text={before} cut />}
      {short}
      {after !== '' && <Rest text={after} />}
    </code>
  );
}

function Rest({ text, cut = false }: { readonly text: string; readonly cut?: boolean }) {
  return (
    <span className={cut ? styles.cut : undefined} aria-hidden>
      <span className={styles.rest}>{text}</span>
    </span>
  );
}

interface RoomTitleProps {
  /** A label or a name; empty for none. */
  readonly name: string | undefined;
  readonly id: string;
  /** All the width there is: the ids of many stand one below the other at its end. */
  readonly spread?: boolean;
}

/** The name, cut where there is no room for it, and the short id behind it. */
export function RoomTitle({ name = '', id, spread = false }: RoomTitleProps) {
  if (name === '') return <ShortId id={id} alone />;
  return (
    <span className={classNames(styles.title, spread && styles.spread)}>
      <span className="ellipsis sensitive" title={visible(name)} data-name>
        {visible(name)}
      </span>
      <ShortId id={id} />
    </span>
  );
}
