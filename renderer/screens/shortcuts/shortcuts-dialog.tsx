/** `?`: every shortcut, by group, and the switch for those of one character. */
import { keyLabel } from '../../commands/key-strokes.ts';
import { COMMANDS } from '../../commands/registry.ts';
import { Choice } from '../../parts/choice.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { useApp } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import styles from './shortcuts-dialog.module.css';

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
  { id: 'width', label: 'Resize column', keys: ['Shift+←', 'Shift+→'] },
  { id: 'place', label: 'Move column', keys: ['Alt+←', 'Alt+→'] },
];

export function ShortcutsDialog() {
  const { close } = useDialog();
  const withKeys = COMMANDS.filter(({ keys }) => keys.length > 0);
  return (
    <Dialog title="Keyboard shortcuts" size="large" onClose={close} footer="Done">
      <div className={styles.groups}>
        {[...Map.groupBy(withKeys, ({ group }) => group)].map(([group, lines]) => (
          <Group key={group} title={group} lines={lines} />
        ))}
        <Group title="In lists" lines={IN_LISTS} />
      </div>
      {/* In what scrolls, so that it can be reached by keys. */}
      <SingleKeysChoice />
    </Dialog>
  );
}

/** Whether keys of one character are shortcuts: here, and in the settings. */
export function SingleKeysChoice() {
  const singleKeys = useApp((state) => state.preferences?.singleKeys);
  const prefer = useApp((state) => state.prefer);
  if (singleKeys === undefined) return null;
  return (
    <Choice
      checked={singleKeys}
      onChange={(on) => void prefer({ singleKeys: on })}
      hint="Turn off if speech triggers them."
    >
      Single-key shortcuts, such as / and ?
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
