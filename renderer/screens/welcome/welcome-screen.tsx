/** First start: what can be done, and the facts that people ask for before they hand over an API key. */
import { FileInput, FlaskConical, Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { newConnection, practise } from '../../commands/frame-commands.ts';
import { importConnections } from '../../commands/settings-commands.ts';
import { runCommand } from '../../commands/run.ts';
import type { Command } from '../../commands/command.ts';
import { KeychainFacts } from '../../parts/keychain-note.tsx';
import { Pane } from '../../parts/pane.tsx';
import { useApp, useAppStore } from '../../store/use-app.ts';
import styles from './welcome-screen.module.css';

/** The start panel: actions at the left, facts at the right. */
export function WelcomeScreen() {
  const practising = useApp((state) => state.practising);
  const version = useApp((state) => state.info?.version ?? '');
  return (
    <div className={styles.screen}>
      <Pane label="Start" className={`sunken scroll ${styles.start}`}>
        <h1 className="large">Easel</h1>
        <p className="muted">Admin console for boards and papers {version && `· version ${version}`}</p>
        <div className={`column-1 ${styles.actions}`}>
          <Action
            command={newConnection}
            icon={<Plug size={18} />}
            label="Connect to your service"
            text="Three addresses and an API key"
          />
          <Action
            command={importConnections}
            icon={<FileInput size={18} />}
            label="Import connections"
            text="From an Easel file"
          />
          <Action
            command={practise}
            icon={<FlaskConical size={18} />}
            label={practising ? 'Starting practice…' : 'Practise with sample data'}
            text="Gone when Easel quits"
          />
        </div>
      </Pane>
      <Pane label="About keys" className={`scroll ${styles.facts}`}>
        <section className="column-1">
          <h2>Your API key</h2>
          <KeychainFacts />
          <p>Sent only to your service.</p>
        </section>
      </Pane>
    </div>
  );
}

interface ActionProps {
  readonly command: Command;
  readonly icon: ReactNode;
  readonly label: string;
  readonly text: string;
}

function Action({ command, icon, label, text }: ActionProps) {
  const store = useAppStore();
  return (
    <button type="button" className={styles.action} onClick={() => void runCommand(command, store)}>
      {icon}
      <span className="fill">
        <span className="accent bold">{label}</span>
        <span className="muted">{text}</span>
      </span>
    </button>
  );
}
