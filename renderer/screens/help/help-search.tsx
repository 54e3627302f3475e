/** Searches the help: tasks, terms and shortcuts. The focus stays in the field. */
import { useEffect, useId, useLayoutEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { LONGEST } from '../../../preload/contract/limits.ts';
import type { Command } from '../../commands/command.ts';
import { openPalette } from '../../commands/frame-commands.ts';
import { COMMANDS } from '../../commands/registry.ts';
import { disabledReason, runCommand } from '../../commands/run.ts';
import { foldAccents } from '../../lib/fold.ts';
import { matchOf } from '../../lib/match.ts';
import { counted } from '../../lib/format.ts';
import { keyLabel, onKeys, type Platform } from '../../lib/keys.ts';
import { Button } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import type { AppStore } from '../../store/store.ts';
import { useApp, useAppStore } from '../../store/use-app.ts';
import styles from './help-dialog.module.css';

export interface HelpEntry {
  readonly kind: 'Tasks' | 'Terms' | 'Shortcuts';
  readonly title: string;
  readonly text: string;
  readonly keys: readonly string[];
  readonly command: Command | null;
}

/** Loads the texts of tasks and terms. */
export async function loadHelp(): Promise<readonly HelpEntry[]> {
  const { TASKS, TERMS } = await import('./help-texts.ts');
  return [
    ...TASKS.map(([title, text, commandId]) => {
      const command = COMMANDS.find(({ id }) => id === commandId) ?? null;
      return { kind: 'Tasks', title, text, keys: [], command } as const;
    }),
    ...TERMS.map(([title, text]) => ({ kind: 'Terms', title, text, keys: [], command: null }) as const),
  ];
}

/** Returns the entries that contain all typed words, per kind. Titles come first, then typing errors in titles last. */
export function findHelp(entries: readonly HelpEntry[], typed: string): readonly HelpEntry[] {
  const query = foldAccents(typed.trim());
  if (query === '') return entries.filter(({ kind }) => kind !== 'Shortcuts');
  const rankOf = ({ kind, title, text }: HelpEntry): number | null => {
    const inTitle = matchOf(foldAccents(title), query);
    if (inTitle === 0) return 0;
    const whole = foldAccents(`${kind} ${title} ${text}`);
    return query.split(/\s+/u).every((word) => whole.includes(word)) ? 1 : inTitle && 2;
  };
  const found = entries.flatMap((entry) => {
    const rank = rankOf(entry);
    return rank === null ? [] : [{ entry, rank }];
  });
  const inOrder = found.toSorted((one, other) => one.rank - other.rank).map(({ entry }) => entry);
  return [...Map.groupBy(inOrder, ({ kind }) => kind).values()].flat();
}

interface HelpSearchProps {
  readonly shortcuts: readonly HelpEntry[];
  /** Shown below the tasks and terms while the field is empty. */
  readonly children: ReactNode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

export function HelpSearch({ shortcuts, children }: HelpSearchProps) {
  const store = useAppStore();
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [help, setHelp] = useState<readonly HelpEntry[]>([]);
  useEffect(() => {
    void loadHelp().then(setHelp);
  }, []);
  const entries = findHelp([...help, ...shortcuts], text);
  const entry = entries[active];
  useLayoutEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined) setActive(Math.max(0, Math.min(active + step, entries.length - 1)));
    else if (event.key !== 'Enter') return;
    else if (entry?.command) choose(entry.command, store);
    event.preventDefault();
  };
  return (
    <>
      <input
        data-autofocus
        type="search"
        className="control wide fixed"
        role="combobox"
        aria-label="Search help"
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={entry && `${id}-${active}`}
        aria-describedby={`${id}-entry`}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Search tasks, terms and shortcuts"
        maxLength={LONGEST.shortText}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeys(onKeyDown)}
      />
      <p className="visually-hidden" role="status">
        {help.length > 0 && text.trim() !== '' && counted(entries.length, 'result')}
      </p>
      <div className={classNames('box fixed', styles.search, entries.length === 0 && styles.none)}>
        <div id={`${id}-list`} role="listbox" aria-label="Results" className={`scroll ${styles.results}`}>
          {[...Map.groupBy(entries, ({ kind }) => kind)].map(([kind, group]) => (
            <div key={kind} role="group" aria-label={kind}>
              <p className={`hint bold ${styles.kind}`} aria-hidden>
                {kind}
              </p>
              {group.map((each) => {
                const index = entries.indexOf(each);
                return (
                  <div
                    key={`${each.title} ${each.text}`}
                    id={`${id}-${index}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={index === active}
                    className={`row choosable round ${styles.option}`}
                    // A click must not take the focus from the input.
                    onMouseDown={(event) => event.preventDefault()}
                    onKeyDown={onKeys(onKeyDown)}
                    onClick={() => setActive(index)}
                  >
                    <span className="grow ellipsis">{each.title}</span>
                    {kind === 'Shortcuts' && <span className="hint fixed">{each.text}</span>}
                  </div>
                );
              })}
            </div>
          ))}
        </div>
        {entry && <Entry id={`${id}-entry`} entry={entry} />}
        {entries.length === 0 && help.length > 0 && (
          <div className="column-3 start padded-3">
            <p>No results for “{text.trim()}”. Try another word, or search boards, papers and commands:</p>
            <Button onClick={() => choose(openPalette, store)}>{openPalette.label}</Button>
          </div>
        )}
      </div>
      {text.trim() === '' && children}
    </>
  );
}

function Entry({ id, entry }: { readonly id: string; readonly entry: HelpEntry }) {
  const store = useAppStore();
  const { title, text, keys, command } = entry;
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const reason = useApp((state) => command && disabledReason(command, state));
  return (
    <div className={`column-2 start scroll padded-3 ${styles.entry}`}>
      <h3>{title}</h3>
      <p id={id}>{text}</p>
      <Keys keys={command?.keys ?? keys} platform={platform} />
      {command && (
        <Button variant="primary" disabledReason={reason} onClick={() => choose(command, store)}>
          {command.label}
        </Button>
      )}
      {reason !== null && <p className="hint">{reason}.</p>}
    </div>
  );
}

export function Keys({ keys, platform }: { readonly keys: readonly string[]; readonly platform: Platform }) {
  return (
    <span className="row-tight fixed">
      {keys.map((key) => (
        <kbd key={key} className={`box sunken ${styles.key}`}>
          {keyLabel(key, platform)}
        </kbd>
      ))}
    </span>
  );
}

/** Closes the help and runs the command. A disabled command leaves the help open. */
function choose(command: Command, store: AppStore): void {
  if (disabledReason(command, store.getState()) !== null) return;
  store.getState().closeDialog();
  void runCommand(command, store);
}
