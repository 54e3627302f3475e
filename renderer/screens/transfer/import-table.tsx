import { CircleMinus, CircleX, Equal, Pencil, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ImportEntry } from '../../../preload/contract/connections.ts';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { isChoosable } from '../../store/transfer-slice.ts';
import styles from './transfer.module.css';
import { alongSentence, KIND_WORDS } from './wording.ts';

const LOOKS: Readonly<Record<ImportEntry['kind'], string>> = {
  new: 'bold good',
  update: 'bold warning',
  same: 'muted',
  refused: 'bold danger',
};

const ICONS: Readonly<Record<ImportEntry['kind'], ReactNode>> = {
  new: <Plus size={14} />,
  update: <Pencil size={14} />,
  same: <Equal size={14} />,
  refused: <CircleX size={14} />,
};

export interface ImportTableProps {
  readonly entries: readonly ImportEntry[];
  readonly chosen: readonly number[];
  readonly onChoose: (chosen: readonly number[]) => void;
}

/** Every connection of a file, with what importing it would do. */
export function ImportTable({ entries, chosen, onChoose }: ImportTableProps) {
  const choosable = entries.filter(isChoosable).map(({ index }) => index);
  const all = choosable.length > 0 && choosable.every((index) => chosen.includes(index));
  const choose = (index: number, on: boolean): void =>
    onChoose(on ? [...chosen, index] : chosen.filter((each) => each !== index));
  if (entries.length === 0) return <p>No connections.</p>;
  return (
    <table className={`table ${styles.table}`}>
      <caption className="visually-hidden">Connections in the file</caption>
      <thead>
        <tr>
          <th scope="col">
            <input
              type="checkbox"
              aria-label="Import all"
              checked={all}
              disabled={choosable.length === 0}
              ref={(box) => {
                if (box !== null) box.indeterminate = !all && chosen.length > 0;
              }}
              onChange={({ target }) => onChoose(target.checked ? choosable : [])}
            />
          </th>
          <th scope="col">Connection</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.index}>
            <td>
              {isChoosable(entry) ? (
                <input
                  type="checkbox"
                  aria-label={`Import ${entry.name}`}
                  checked={chosen.includes(entry.index)}
                  onChange={({ target }) => choose(entry.index, target.checked)}
                />
              ) : (
                <CircleMinus size={14} className="muted" aria-label="Nothing to import" />
              )}
            </td>
            <th scope="row">
              <ConnectionMark connection={entry} />
              <Addresses entry={entry} />
            </th>
            <td>
              <p className={`${styles.kind} ${LOOKS[entry.kind]}`}>
                {ICONS[entry.kind]}
                {KIND_WORDS[entry.kind]}
              </p>
              <Effect entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Each address once: one service commonly answers at several of the three. */
function Addresses({ entry }: { readonly entry: ImportEntry }) {
  const addresses = [...new Set([entry.boardApi, entry.paperApi, entry.appUrl])];
  return (
    <ul className={styles.addresses}>
      {addresses.map((address) => (
        <li key={address}>
          <code className="sensitive">{address}</code>
        </li>
      ))}
    </ul>
  );
}

function Effect({ entry }: { readonly entry: ImportEntry }) {
  const along = alongSentence(entry);
  return (
    <>
      {entry.why !== '' && <p className="sensitive">{entry.why}</p>}
      {entry.differences.length > 0 && (
        <dl className={styles.differences}>
          {entry.differences.map(({ field, from, to }) => (
            <div key={field}>
              <dt className="hint">{field}</dt>
              <dd>
                <del className="sensitive">{from}</del> <span aria-hidden>→</span>{' '}
                <ins className="sensitive">{to}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {along !== null && <p>{along}</p>}
    </>
  );
}
