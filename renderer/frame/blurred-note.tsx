/** Says, as long as it is so, that names, ids and links are blurred; pressed, it shows them again. */
import { EyeOff } from 'lucide-react';
import { keyLabel } from '../commands/key-strokes.ts';
import { runCommand } from '../commands/run.ts';
import { blurNames } from '../commands/settings-commands.ts';
import { useApp, useAppStore } from '../store/use-app.ts';
import styles from './blurred-note.module.css';

/** The note; nothing while everything is shown. */
export function BlurredNote() {
  const store = useAppStore();
  const blurred = useApp((state) => state.blurred);
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  if (!blurred) return null;
  const [key = ''] = blurNames.keys;
  return (
    <button type="button" className={styles.note} onClick={() => void runCommand(blurNames, store)}>
      <EyeOff size={13} />
      Blurred for screen share ({keyLabel(key, platform)})
    </button>
  );
}
