import { isOffered } from '../../commands/command.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { takeTour } from '../../commands/help-commands.ts';
import { COMMANDS } from '../../commands/registry.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { useApp, useActions, useAppStore } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import styles from './help-dialog.module.css';
import { HelpSearch, Keys, type HelpEntry } from './help-search.tsx';
import { useEffect } from 'react';
import { Pane } from '../../parts/pane.tsx';
import { currentConnection } from '../../store/connections-slice.ts';

export function HelpDialog() {
  const { close } = useDialog();
  return (
    <Dialog title="Help" size="large" onClose={close} footer="Done">
      <Searched />
      <div className="between apart">
        <Versions />
        <CommandButton command={takeTour} />
      </div>
    </Dialog>
  );
}

interface Line {
  readonly id: string;
  readonly label: string;
  readonly keys: readonly string[];
}

const IN_LISTS: readonly Line[] = [
  { id: 'rows', label: 'Row by row', keys: ['↑', '↓'] },
  { id: 'pages', label: 'Page by page', keys: ['PageUp', 'PageDown'] },
  { id: 'ends', label: 'First, last row', keys: ['Home', 'End'] },
  { id: 'pick', label: 'Select', keys: ['Space'] },
  { id: 'range', label: 'Select range', keys: ['Shift+↑', 'Shift+↓'] },
  { id: 'clear', label: 'Clear selection', keys: ['Escape'] },
  { id: 'menu', label: 'Menu of the row', keys: ['Shift+F10'] },
  { id: 'width', label: 'Resize column', keys: ['Shift+←', 'Shift+→'] },
];

function Searched() {
  const store = useAppStore();
  const withKeys = COMMANDS.filter(
    (command) => command.keys.length > 0 && isOffered(command, store.getState()),
  );
  const shortcut = { kind: 'Shortcuts', command: null, keys: [] } as const;
  const shortcuts: readonly HelpEntry[] = [
    ...withKeys.map((command) => ({ ...shortcut, title: command.label, text: command.group, command })),
    ...IN_LISTS.map(({ label, keys }) => ({ ...shortcut, title: label, text: 'In lists', keys })),
  ];
  return (
    <HelpSearch shortcuts={shortcuts}>
      <div className={styles.groups}>
        {[...Map.groupBy(withKeys, ({ group }) => group)].map(([group, lines]) => (
          <Group key={group} title={group} lines={lines} />
        ))}
        <Group title="In lists" lines={IN_LISTS} />
      </div>
    </HelpSearch>
  );
}

function Group({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  return (
    <section className={styles.group}>
      <h3 className="line-below">{title}</h3>
      <dl>
        {lines.map((line) => (
          <div key={line.id} className={`between ${styles.line}`}>
            <dt>{line.label}</dt>
            <dd className="fixed">
              <Keys keys={line.keys} platform={platform} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const SYSTEMS = { darwin: 'macOS', win32: 'Windows', linux: 'Linux' } as const;

/** Shows the versions. Contains no names or ids, because users paste this text into reports. */
function Versions() {
  const info = useApp((state) => state.info);
  const runtime = (name: string): string =>
    RegExp(`${name}/([\\d.]+)`, 'u').exec(navigator.userAgent)?.[1] ?? '';
  const facts = [
    ['Easel', info?.version ?? ''],
    ['System', info === null ? '' : SYSTEMS[info.platform]],
    ['Electron', runtime('Electron')],
    ['Chromium', runtime('Chrome')],
  ];
  const versions = facts.flatMap(([name, value]) => (value === '' ? [] : [`${name} ${value}`]));
  return <span className="hint selectable">{versions.join(' · ')}</span>;
}

const STEPS = [
  {
    screen: 'boards',
    title: 'Deletes can be cancelled',
    text: 'Delete a board, then press Cancel beside the countdown: nothing is sent.',
  },
  {
    screen: 'papers',
    title: 'A preview is a visit',
    text: 'Select a paper and press P. Everyone in the room sees your name.',
  },
  {
    screen: 'keys',
    title: 'Replace keys safely',
    text: 'Stage a next key, any text, and check it: a refused key never takes over.',
  },
] as const;

export function TourCard() {
  // The first step is visible while practice starts.
  const at = useApp((state) =>
    state.practising || currentConnection(state)?.environment === 'practice' ? state.tourStep : null,
  );
  const step = at === null ? undefined : STEPS[at];
  return at === null || step === undefined ? null : <Card key={at} at={at} {...step} />;
}

function Card({ at, screen, title, text }: (typeof STEPS)[number] & { readonly at: number }) {
  const { go, say, setTourStep } = useActions();
  const isStarting = useApp((state) => state.practising);
  const isLast = at === STEPS.length - 1;
  useEffect(() => {
    if (!isStarting) void go({ kind: 'screen', screen });
  }, [go, isStarting, screen]);
  useEffect(() => say(`${title}. ${text}`), [say, title, text]);
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
        <Button className="fixed" onClick={() => setTourStep(at - 1)}>
          Back
        </Button>
      )}
      <Button
        className="fixed"
        variant="primary"
        busy={isStarting}
        onClick={() => setTourStep(isLast ? null : at + 1)}
      >
        {isLast ? 'Done' : 'Next'}
      </Button>
    </Pane>
  );
}
