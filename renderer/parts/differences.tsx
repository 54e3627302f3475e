/** What a file and this computer say differently, side by side, and whose side wins. */
import type { Merge, MergeChoice } from '../../preload/contract/boards.ts';
import { choose, isTheirs, replaced } from '../store/merge-choice.ts';
import { Button } from './button.tsx';
import styles from './differences.module.css';
import { counted, formatNumber } from './format.ts';
import { RoomTitle } from './room-title.tsx';

export interface DifferencesProps {
  /** What they are of, so that two tables tell themselves apart. */
  readonly name: string;
  readonly merge: Merge;
  readonly choice: MergeChoice;
  readonly onChoose: (choice: MergeChoice) => void;
}

const SIDES = [
  ['newer', 'Newer of each'],
  ['mine', 'All mine'],
  ['theirs', 'All theirs'],
] as const;

/** The table; nothing where both sides agree. */
export function Differences({ name, merge, choice, onChoose }: DifferencesProps) {
  const { differing, differences } = merge;
  if (differing === 0) return null;
  const theirs = replaced(merge, choice);
  const more = differing - differences.length;
  return (
    <section className="column-2" aria-label={`Differences in ${name}`}>
      <div className="between wrap">
        <p role="status">
          <strong>{counted(differing, 'difference')}.</strong>{' '}
          {theirs === 0 ? 'Yours stay.' : `${formatNumber(theirs)} of yours will be replaced.`}
        </p>
        <div className="row" role="group" aria-label="Whose side wins">
          {SIDES.map(([side, label]) => (
            <Button
              key={side}
              variant="quiet"
              aria-pressed={choice.side === side && choice.except.length === 0}
              onClick={() => onChoose({ side, except: [] })}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      <div className={`short ${styles.differences}`}>
        <table className="table anywhere">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Mine</th>
              <th scope="col">Theirs</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((difference) => {
              const { place, of, id, name: called, here, there, newer } = difference;
              return (
                <tr key={place}>
                  <th scope="row">
                    {of === 'view' ? (
                      <>
                        View <span className="sensitive">{called}</span>
                      </>
                    ) : (
                      <RoomTitle name={called} id={id} />
                    )}
                  </th>
                  {[false, true].map((side) => (
                    <td key={String(side)}>
                      <label className="row start check">
                        <input
                          type="radio"
                          name={`${name} ${place}`}
                          aria-label={`${side ? 'Theirs' : 'Mine'}: ${side ? there : here}`}
                          checked={isTheirs(difference, choice) === side}
                          onChange={() => onChoose(choose(choice, difference, side))}
                        />
                        <span>
                          <span className="sensitive">{side ? there : here}</span>
                          {newer === (side ? 'file' : 'here') && <span className="hint"> newer</span>}
                        </span>
                      </label>
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {more > 0 && (
        <p className="hint">
          The first {formatNumber(differences.length)}. The other {formatNumber(more)} go by the button above:{' '}
          {choice.side === 'mine'
            ? 'yours stay.'
            : choice.side === 'theirs'
              ? 'theirs win.'
              : 'the newer wins.'}
        </p>
      )}
    </section>
  );
}
