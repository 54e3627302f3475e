import { useEffect } from 'react';
import { CircleQuestionMark, Search } from 'lucide-react';
import { CommandButton } from '../commands/command-button.tsx';
import { openPalette, openHelp } from '../commands/frame-commands.ts';
import { keyLabel } from '../lib/keys.ts';
import { runCommand } from '../commands/run.ts';
import { capital } from '../lib/format.ts';
import { ConnectionMark } from '../parts/connection-mark.tsx';
import { currentConnection } from '../store/connections-slice.ts';
import { useApp, useAppStore } from '../store/use-app.ts';
import { laterPart } from './load-later.ts';
import styles from './title-strip.module.css';

const BlurredNote = laterPart((loaded) => loaded.BlurredNote);
const PractiseMenu = laterPart((loaded) => loaded.PractiseMenu);
const ReadOnlyStatus = laterPart((loaded) => loaded.ReadOnlyStatus);

const LOST = 'Practice data is deleted when Easel quits';

export function TitleStrip() {
  const store = useAppStore();
  const connection = useApp(currentConnection);
  const blurred = useApp((state) => state.blurred);
  const place = connection && `${connection.name} (${capital(connection.environment)})`;
  // Only screen readers use this title, because main does not copy the page's title to the window.
  const title = blurred || place === null ? 'Easel' : `${place} - Easel`;
  useEffect(() => {
    document.title = title;
  }, [title]);

  return (
    <header
      className={`title-bar gap-3 ${styles.strip}`}
      style={connection ? { borderTopColor: `var(--environment-${connection.environment})` } : undefined}
    >
      <div className={`row ${styles.place}`}>
        {connection ? (
          <>
            <ConnectionMark connection={connection} />
            <ReadOnlyStatus connection={connection} />
            {connection.environment === 'practice' && (
              <>
                <PractiseMenu />
                <span className={`hint ellipsis ${styles.lost}`} title={LOST}>
                  Practice data is deleted on quit
                </span>
              </>
            )}
          </>
        ) : (
          <span className="bold">Easel</span>
        )}
      </div>
      <button
        type="button"
        className={`row control muted ${styles.search}`}
        onClick={() => void runCommand(openPalette, store)}
      >
        <Search size={14} />
        <span className="grow ellipsis">{openPalette.label}</span>
        <kbd>{keyLabel('Mod+K')}</kbd>
      </button>
      <div className="row end">
        <BlurredNote />
        <CommandButton command={openHelp} iconOnly icon={<CircleQuestionMark size={16} />} />
      </div>
    </header>
  );
}
