/** First start: what can be done, and the facts that people ask for before they hand over an API key. */
import { FileInput, FlaskConical, Plug } from 'lucide-react';
import { newConnection, practise } from '../../commands/frame-commands.ts';
import { importConnections } from '../../commands/keys-commands.ts';
import { runCommand } from '../../commands/run.ts';
import { KeychainFacts } from '../../parts/keychain-note.tsx';
import { Pane } from '../../parts/pane.tsx';
import { useApp, useAppStore } from '../../store/use-app.ts';
import styles from './welcome-screen.module.css';

/** The start panel: actions at the left, facts at the right. */
export function WelcomeScreen() {
  const store = useAppStore();
  const practising = useApp((state) => state.practising);
  const version = useApp((state) => state.info?.version ?? '');
  const actions = [
    [newConnection, Plug, 'Connect to your service', 'Three addresses and an API key'],
    [importConnections, FileInput, 'Import connections', 'From an Easel file'],
    [
      practise,
      FlaskConical,
      practising ? 'Starting practice…' : 'Practise with sample data',
      'Gone when Easel quits',
    ],
  ] as const;
  return (
    <div className={`rest ${styles.screen}`}>
      <Pane label="Start" className={`sunken scroll ${styles.start}`}>
        <h1 className="large">Easel</h1>
        <p className="muted">Admin console for boards and papers {version && `· version ${version}`}</p>
        <div className={`column-1 ${styles.actions}`}>
          {actions.map(([command, Icon, label, text]) => (
            <button
              key={command.id}
              type="button"
              className={`row round ${styles.action}`}
              onClick={() => void runCommand(command, store)}
            >
              <Icon className="accent" size={18} />
              <span className="fill">
                <span className="accent bold">{label}</span>
                <span className="muted">{text}</span>
              </span>
            </button>
          ))}
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
