import { isOffered } from '../../commands/command.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { takeTour } from '../../commands/view-commands.ts';
import { COMMANDS } from '../../commands/registry.ts';
import { LONGEST } from '../../../preload/contract/limits.ts';
import { counted } from '../../lib/format.ts';
import { keyLabel } from '../../lib/keys.ts';
import { matchOf } from '../../lib/match.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { useApp, useActions, useAppStore } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import styles from './help-dialog.module.css';
import { TASKS, TERMS } from './help-texts.ts';
import { useEffect, useState } from 'react';
import { Pane } from '../../parts/pane.tsx';
import { currentConnection } from '../../store/connections-slice.ts';

type Entry = readonly [title: string, text: string, ...rest: unknown[]];

/** Returns the help entries that contain all typed words: matching titles first, matches with typing errors last. */
export function findHelp<E extends Entry>(entries: readonly E[], typed: string): readonly E[] {
  const query = typed.trim();
  if (query === '') return entries;
  const rankOf = ([title, text]: Entry): number => {
    const inTitle = matchOf(title, query);
    if (inTitle === 0) return 0;
    return matchOf(`${title} ${text}`, query) === 0 ? 1 : (inTitle ?? 2) + 1;
  };
  return entries.filter((entry) => rankOf(entry) < 3).toSorted((one, other) => rankOf(one) - rankOf(other));
}

type Shortcut = readonly [label: string, group: string, keys: readonly string[]];

const IN_LISTS: readonly Shortcut[] = (
  [
    ['Move by one row', '↑', '↓'],
    ['Move by one page', 'PageUp', 'PageDown'],
    ['Go to the first or last row', 'Home', 'End'],
    ['Select', 'Space'],
    ['Select range', 'Shift+↑', 'Shift+↓'],
    ['Clear selection', 'Escape'],
    ['Open row menu', 'Shift+F10'],
    ['Resize column', 'Shift+←', 'Shift+→'],
  ] as const
).map(([label, ...keys]) => [label, 'Lists', keys]);

export function HelpDialog() {
  const store = useAppStore();
  const { close } = useDialog();
  const [typed, setTyped] = useState('');
  const shortcuts: readonly Shortcut[] = COMMANDS.filter(
    (command) => command.keys.length > 0 && isOffered(command, store.getState()),
  ).map(({ label, group, keys }) => [label, group, keys]);
  const answers = [
    ['Tasks', findHelp(TASKS, typed)],
    ['Terms', findHelp(TERMS, typed)],
  ] as const;
  const keys = findHelp([...shortcuts, ...IN_LISTS], typed);
  const count = answers.reduce((sum, [, found]) => sum + found.length, keys.length);
  const isOpen = typed.trim() !== '';
  const info = useApp((state) => state.info);
  return (
    <Dialog title="Help" size="large" onClose={close} footer="Done">
      <input
        data-autofocus
        type="search"
        className="control wide fixed"
        aria-label="Search help"
        autoComplete="off"
        placeholder="Search tasks, terms and shortcuts"
        maxLength={LONGEST.shortText}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className={count === 0 ? undefined : 'visually-hidden'}>
        {isOpen && (count === 0 ? 'No results. Try another word.' : counted(count, 'result'))}
      </p>
      <div className={styles.groups}>
        {answers.map(([heading, found]) => (
          <section key={heading} className={styles.group} aria-label={heading} hidden={found.length === 0}>
            <h3 className="line-below">{heading}</h3>
            {found.map(([title, text, commandId]) => {
              const command = COMMANDS.find(({ id }) => id === commandId);
              return (
                <details key={`${title} ${isOpen}`} open={isOpen}>
                  <summary>{title}</summary>
                  <div className={`column-1 start ${styles.answer}`}>
                    <p>{text}</p>
                    {command && <CommandButton command={command} closes />}
                  </div>
                </details>
              );
            })}
          </section>
        ))}
        {[...Map.groupBy(keys, ([, group]) => group)].map(([group, lines]) => (
          <section key={group} className={styles.group}>
            <h3 className="line-below">{group}</h3>
            <dl>
              {lines.map(([label, , keyNames]) => (
                <div key={label} className={`between ${styles.line}`}>
                  <dt>{label}</dt>
                  <dd className="row-tight fixed">
                    {keyNames.map((key) => (
                      <kbd key={key} className={`box sunken ${styles.key}`}>
                        {keyLabel(key)}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="between apart">
        {/* Text that users may paste into public reports, so it contains no names or ids. */}
        <span className="hint selectable">
          {info !== null && `Easel ${info.version} for ${SYSTEMS[info.platform]}`}
        </span>
        <CommandButton command={takeTour} />
      </div>
    </Dialog>
  );
}

const SYSTEMS = { darwin: 'macOS', win32: 'Windows', linux: 'Linux' } as const;

const STEPS = [
  {
    screen: 'boards',
    title: 'Deletes can be cancelled',
    text: 'Delete a board, then choose “Cancel” next to the countdown. Easel then sends no delete request.',
  },
  {
    screen: 'boards',
    title: 'Save views',
    text: 'Save filters as a view, and pin the view to the sidebar. With a cleanup rule, the Home screen counts the view’s old boards.',
  },
  {
    screen: 'customers',
    title: 'Browse by customer',
    text: 'Open a customer to see its boards, papers, visits and notes.',
  },
  {
    screen: 'papers',
    title: 'Visit a live room',
    text: 'Select a paper and press P to visit its room. Everyone in the room sees your name.',
  },
  {
    screen: 'keys',
    title: 'Replace API keys safely',
    text: 'Stage a made-up key as the next key, then check it. Easel never switches automatically to a key that the service refuses.',
  },
  {
    screen: 'home',
    title: 'Practise and get help',
    text: 'Choose “Practise…” in the title bar to simulate an outage or a key rotation. Press F1 to search the help.',
  },
] as const;

export function TourCard() {
  // Shows the first step of the tour while the practice service is still starting.
  const at = useApp((state) =>
    state.practising || currentConnection(state)?.environment === 'practice' ? state.tourStep : null,
  );
  const step = at === null ? undefined : STEPS[at];
  return at === null || step === undefined ? null : <Card at={at} {...step} />;
}

function Card({ at, title, text }: (typeof STEPS)[number] & { readonly at: number }) {
  const { go, say, setTourStep } = useActions();
  const isStarting = useApp((state) => state.practising);
  const isLast = at === STEPS.length - 1;
  useEffect(() => say(`${title}. ${text}`), [say, title, text]);
  // Opens the step's screen only after a click. An effect would also open it when the card mounts after an unlock.
  const show = (next: number): void => {
    const step = STEPS[next];
    setTourStep(step === undefined ? null : next);
    if (step !== undefined) void go({ kind: 'screen', screen: step.screen });
  };
  return (
    <Pane label="Tour" as="aside" className="row info-strip">
      <p className="row-tight wrap grow">
        <strong>
          {at + 1} of {STEPS.length}: {title}
        </strong>
        <span>{text}</span>
      </p>
      {!isLast && (
        <Button className="fixed" variant="quiet" onClick={() => setTourStep(null)}>
          Skip
        </Button>
      )}
      {at > 0 && (
        <Button className="fixed" onClick={() => show(at - 1)}>
          Back
        </Button>
      )}
      <Button className="fixed" variant="primary" busy={isStarting} onClick={() => show(at + 1)}>
        {isLast ? 'Done' : 'Next'}
      </Button>
    </Pane>
  );
}
