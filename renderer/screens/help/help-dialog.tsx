/** `?`: the shortcuts and the switch for those of one character, what each screen is for, and which Easel this is. */
import { Fragment, useState } from 'react';
import { CommandButton } from '../../commands/command-button.tsx';
import { takeTour } from '../../commands/help-commands.ts';
import { keyLabel } from '../../commands/key-strokes.ts';
import { COMMANDS } from '../../commands/registry.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { Tabs, type Tab } from '../../parts/tabs.tsx';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import styles from './help-dialog.module.css';

type Page = 'shortcuts' | 'screens' | 'about';

const PAGES: readonly Tab<Page>[] = [
  { id: 'shortcuts', label: 'Shortcuts' },
  { id: 'screens', label: 'Screens' },
  { id: 'about', label: 'About' },
];

export function HelpDialog() {
  const { close } = useDialog();
  const [page, setPage] = useState<Page>('shortcuts');
  return (
    <Dialog title="Help" size="large" onClose={close} footer="Done">
      <div className={`column ${styles.pages}`}>
        <Tabs label="Help" tabs={PAGES} selected={page} onSelect={setPage}>
          <div className={`column-3 ${styles.page}`}>
            {page === 'shortcuts' && <Shortcuts />}
            {page === 'screens' && <Screens />}
            {page === 'about' && <About />}
          </div>
        </Tabs>
      </div>
    </Dialog>
  );
}

interface Line {
  readonly id: string;
  readonly label: string;
  readonly keys: readonly string[];
}

/** Keys that belong to the list itself, not to a command. */
const IN_LISTS: readonly Line[] = [
  { id: 'rows', label: 'Row by row', keys: ['↑', '↓'] },
  { id: 'pages', label: 'Page by page', keys: ['PageUp', 'PageDown'] },
  { id: 'ends', label: 'First, last row', keys: ['Home', 'End'] },
  { id: 'pick', label: 'Select', keys: ['Space'] },
  { id: 'range', label: 'Select range', keys: ['Shift+↑', 'Shift+↓'] },
  { id: 'clear', label: 'Clear selection', keys: ['Escape'] },
  { id: 'menu', label: 'Menu of the row', keys: ['Shift+F10'] },
  { id: 'width', label: 'Resize column', keys: ['Shift+←', 'Shift+→'] },
  { id: 'place', label: 'Move column', keys: ['Alt+←', 'Alt+→'] },
];

function Shortcuts() {
  const withKeys = COMMANDS.filter(({ keys }) => keys.length > 0);
  return (
    <>
      <div className={styles.groups}>
        {[...Map.groupBy(withKeys, ({ group }) => group)].map(([group, lines]) => (
          <Group key={group} title={group} lines={lines} />
        ))}
        <Group title="In lists" lines={IN_LISTS} />
      </div>
      {/* In what scrolls, so that it can be reached by keys. */}
      <SingleKeysChoice />
    </>
  );
}

/** What is said of them, wherever they are set. */
export const SINGLE_KEYS = {
  label: 'Single-key shortcuts, such as / and ?',
  about: 'Turn off if speech triggers them.',
} as const;

/** Whether keys of one character are shortcuts: here, and in the settings. */
export function SingleKeysChoice() {
  const singleKeys = useApp((state) => state.preferences?.singleKeys);
  const prefer = useApp((state) => state.prefer);
  if (singleKeys === undefined) return null;
  return (
    <Choice checked={singleKeys} onChange={(on) => void prefer({ singleKeys: on })} hint={SINGLE_KEYS.about}>
      {SINGLE_KEYS.label}
    </Choice>
  );
}

interface GroupProps {
  readonly title: string;
  readonly lines: readonly Line[];
}

function Group({ title, lines }: GroupProps) {
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  return (
    <section className={styles.group}>
      <h3 className="line-below">{title}</h3>
      <dl>
        {lines.map((line) => (
          <div key={line.id} className={`between ${styles.line}`}>
            <dt>{line.label}</dt>
            <dd className="row-tight fixed">
              {line.keys.map((key) => (
                <kbd key={key} className={`box sunken ${styles.key}`}>
                  {keyLabel(key, platform)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What each screen is for, and what to know of it. */
const SCREENS: readonly (readonly [name: string, ...about: readonly string[]])[] = [
  [
    'Home',
    'The connection at a glance: its boards over time and by age, its service, what is newest, jobs, and the key.',
    'Every number leads to what it counts.',
  ],
  [
    'Boards',
    'Every board of the connection. Search, filter, save views; labels, notes and tags stay on this computer.',
    'A delete is held first. Cancel it, and nothing is sent.',
  ],
  [
    'Papers',
    'Papers made or added here. The service can’t list them, so a paper made elsewhere is added by its link or id.',
    'Join links are made for one person each and are not kept.',
  ],
  [
    'Live previews',
    'A preview is a visit: everyone in the room sees the name you give. The shield keeps your input out until you lift it.',
  ],
  ['Activity', 'What was done with Easel on this computer. Receipts of visits quote the number of an entry.'],
  [
    'Keys & connections',
    'Keys live in the system’s keychain and are never shown again. Stage the next key, check it, then switch.',
  ],
  [
    'Settings',
    'Theme, density, idle lock, blurring, hold times, notices, shortcuts, updates, and your organisation’s policy.',
  ],
  ['Jobs', 'Everything held, running or done: pause, stop, or try failed items again.'],
];

function Screens() {
  return (
    <>
      {SCREENS.map(([name, ...about]) => (
        <section key={name} className="column-1 prose">
          <h3>{name}</h3>
          {about.map((sentences) => (
            <p key={sentences}>{sentences}</p>
          ))}
        </section>
      ))}
      <div className="row wrap apart">
        <span className="grow">Try everything safely on sample data.</span>
        <CommandButton command={takeTour} />
      </div>
    </>
  );
}

const SYSTEMS = { darwin: 'macOS', win32: 'Windows', linux: 'Linux' } as const;

/** Which Easel this is, and what it runs on; nothing of whose it is, for it is made to be sent to others. */
function About() {
  const info = useApp((state) => state.info);
  const copy = useApp((state) => state.copy);
  const runtime = (name: string): string =>
    RegExp(`${name}/([\\d.]+)`, 'u').exec(navigator.userAgent)?.[1] ?? '';
  const facts = [
    ['Easel', info?.version ?? ''],
    ['System', info === null ? '' : SYSTEMS[info.platform]],
    ['Electron', runtime('Electron')],
    ['Chromium', runtime('Chrome')],
  ].filter(([, value]) => value !== '');
  const text = facts.map((fact) => fact.join(' ')).join('\n');
  return (
    <>
      <dl className="facts selectable">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="row">
        <Button onClick={() => void copy(text, 'the versions')}>Copy versions</Button>
      </div>
    </>
  );
}
