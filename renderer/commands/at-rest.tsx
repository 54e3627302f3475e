/** What stands in the inspector while nothing is selected: what the list is, and the keys that do something with a row of it. */
import { counted } from '../lib/format.ts';
import { Quiet } from '../parts/inspector/properties.tsx';
import { useApp } from '../store/use-app.ts';
import styles from './at-rest.module.css';
import type { Command } from './command.ts';
import { keyLabel } from './key-strokes.ts';

interface AtRestProps {
  readonly of: 'board' | 'paper';
  readonly total: number;
  readonly keys: readonly Command[];
}

export function AtRest({ of, total, keys }: AtRestProps) {
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const single = useApp((state) => state.preferences?.singleKeys !== false);
  if (total === 0) return <Quiet>No {of} to show.</Quiet>;
  return (
    <section className="column-3 padded-3 scroll rest" aria-label="Nothing selected">
      <h2 className="title">{counted(total, of)}</h2>
      <p className="muted">Select one for its details.</p>
      <dl className={`line-above ${styles.keys}`}>
        {keys.map((command) => {
          const key = command.keys.find((each) => single || each.length > 1);
          if (key === undefined) return null;
          return (
            <div key={command.id} className="between">
              <dt>{command.label.replace(/…$/u, '')}</dt>
              <dd>
                <kbd>{keyLabel(key, platform)}</kbd>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
