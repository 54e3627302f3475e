import { CommandButton } from '../../commands/command-button.tsx';
import { takeTour } from '../../commands/help-commands.ts';
import { keyLabel } from '../../commands/key-strokes.ts';
import { COMMANDS } from '../../commands/registry.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import styles from './help-dialog.module.css';

export function HelpDialog() {
  const { close } = useDialog();
  return (
    <Dialog title="Help" size="large" onClose={close} footer="Done">
      <Shortcuts />
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
      <SingleKeysChoice />
    </>
  );
}

export const SINGLE_KEYS = {
  label: 'Single-key shortcuts, such as / and ?',
  about: 'Turn off if speech triggers them.',
} as const;

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

function Group({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
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

const SYSTEMS = { darwin: 'macOS', win32: 'Windows', linux: 'Linux' } as const;

/** Versions without names or ids, because users paste them into reports. */
function Versions() {
  const info = useApp((state) => state.info);
  const copy = useApp((state) => state.copy);
  const runtime = (name: string): string =>
    RegExp(`${name}/([\\d.]+)`, 'u').exec(navigator.userAgent)?.[1] ?? '';
  const facts = [
    ['Easel', info?.version ?? ''],
    ['System', info === null ? '' : SYSTEMS[info.platform]],
    ['Electron', runtime('Electron')],
    ['Chromium', runtime('Chrome')],
  ];
  const versions = facts.flatMap(([name, value]) => (value === '' ? [] : [`${name} ${value}`]));
  return (
    <span className="row">
      <span className="hint selectable">{versions.join(' · ')}</span>
      <Button variant="quiet" onClick={() => void copy(versions.join('\n'), 'the versions')}>
        Copy versions
      </Button>
    </span>
  );
}
