import { FileInput, FlaskConical, Footprints, Plug } from 'lucide-react';
import { CommandButton } from '../../commands/command-button.tsx';
import { newConnection, practise } from '../../commands/frame-commands.ts';
import { takeTour } from '../../commands/view-commands.ts';
import { importFile } from '../../commands/keys-commands.ts';
import { runCommand } from '../../commands/run.ts';
import inks from '../../parts/drawing.module.css';
import { KeychainFacts } from '../../parts/keychain-note.tsx';
import { Pane } from '../../parts/pane.tsx';
import { useApp, useAppStore } from '../../store/use-app.ts';
import styles from './welcome-screen.module.css';

export function WelcomeScreen() {
  const store = useAppStore();
  const practising = useApp((state) => state.practising);
  const version = useApp((state) => state.info?.version ?? '');
  const actions = [
    [newConnection, Plug, 'Connect to your service', 'Enter the service’s three addresses and an API key'],
    [importFile, FileInput, 'Import connections', 'Open a file that Easel exported'],
    [
      practise,
      FlaskConical,
      practising ? 'Starting practice mode…' : 'Practise with sample data',
      'The data is deleted when Easel quits',
    ],
  ] as const;
  return (
    <div className={`rest ${styles.screen}`}>
      <Pane label="Start" className={`column sunken scroll ${styles.start}`}>
        <div>
          <h1 className="large">Easel</h1>
          <p className="muted">Admin console for online whiteboards</p>
          {version && <p className="muted">Version {version}</p>}
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
        </div>
      </Pane>
      <Pane label="About Easel" className={`column scroll ${styles.facts}`}>
        <div>
          <ul className={`column ${styles.sights}`}>
            {FEATURES.map(([title, text, Drawing]) => (
              <li key={title} className={`row ${styles.sight}`}>
                <svg className={`${inks.drawing} ${styles.drawing}`} viewBox="0 0 176 96" aria-hidden="true">
                  <Drawing />
                </svg>
                <div className="column-1">
                  <h2>{title}</h2>
                  <p className="muted">{text}</p>
                </div>
              </li>
            ))}
          </ul>
          <CommandButton command={takeTour} className={styles.tour} icon={<Footprints size={15} />} />
          <section className={`column-1 line-above ${styles.key}`}>
            <h2>Your API key</h2>
            <KeychainFacts />
            <p>Easel sends the key only to your service.</p>
          </section>
        </div>
      </Pane>
    </div>
  );
}

const FEATURES = [
  ['Deletes can be cancelled', 'Easel sends a delete after a countdown. You can cancel it until then.', Held],
  ['Others see your visits', 'Everyone in a room sees your name. “Activity” lists your visits.', Visit],
  ['Replace API keys safely', 'Add the next key, check it, switch to it, then retire the old one.', Rotation],
] as const;

function Held() {
  return (
    <>
      {[14, 40, 66].map((y) => (
        <g key={y}>
          <rect className={y === 40 ? inks.front : inks.back} x="10" y={y} width="156" height="20" rx="4" />
          <rect className={inks.ink} x="34" y={y + 7} width={y === 40 ? 60 : 84} height="6" rx="3" />
          {y !== 40 && <circle className={inks.ink} cx="22" cy={y + 10} r="4" />}
        </g>
      ))}
      <circle className={inks.track} cx="22" cy="50" r="6" />
      <circle className={inks.ring} cx="22" cy="50" r="6" pathLength="100" transform="rotate(-90 22 50)" />
      <rect className={inks.press} x="122" y="43" width="38" height="14" rx="4" />
    </>
  );
}

function Visit() {
  return (
    <>
      <rect className={inks.front} x="10" y="10" width="156" height="76" rx="6" />
      <rect className={inks.press} x="10" y="10" width="156" height="14" rx="6" />
      <path className={inks.stroke} d="M30 68c12-26 24-30 32-16s16 18 28-2 22-12 30 0" />
      <circle className={inks.person} cx="44" cy="42" r="7" />
      <circle className={inks.person} cx="128" cy="66" r="7" />
      <circle className={inks.you} cx="146" cy="40" r="7" />
    </>
  );
}

function Rotation() {
  return (
    <>
      {[10, 66, 122].map((x) => (
        <g key={x}>
          <rect className={x === 66 ? inks.front : inks.back} x={x} y="22" width="44" height="52" rx="6" />
          <circle className={x === 66 ? inks.lit : inks.hole} cx={x + 14} cy="48" r="6" />
          <path className={x === 66 ? inks.lit : inks.hole} d={`M${x + 20} 48h16m-5 0v6`} />
        </g>
      ))}
      <path className={inks.arrow} d="M56 48h8m-3-3 3 3-3 3M112 48h8m-3-3 3 3-3 3" />
    </>
  );
}
