/** What a person can choose for this Easel, and what their organisation has decided for it. */
import type { ReactNode } from 'react';
import { CommandButton } from '../../commands/command-button.tsx';
import { openShortcuts } from '../../commands/frame-commands.ts';
import { keyLabel } from '../../commands/key-strokes.ts';
import { blurNames } from '../../commands/settings-commands.ts';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Pane } from '../../parts/pane.tsx';
import { Toolbar, ToolbarSpace } from '../../parts/toolbar.tsx';
import { useApp } from '../../store/use-app.ts';
import { HoldSettings } from './hold-settings.tsx';
import { LockSettings } from './lock-settings.tsx';
import styles from './settings-screen.module.css';

/** The screen: sections one below the other. */
export function SettingsScreen(): React.JSX.Element {
  const nowhereElse = useApp((state) => state.connections.length === 0);
  const go = useApp((state) => state.go);
  return (
    <div className="fill">
      <Toolbar label="Settings">
        <h1>Settings</h1>
        <ToolbarSpace />
        {nowhereElse && (
          <Button onClick={() => void go({ kind: 'screen', screen: 'welcome' })}>Back to the start</Button>
        )}
      </Toolbar>
      <Pane label="Settings" className={styles.sections}>
        <LockSection />
        <PrivacySection />
        <Section
          title="Deleting"
          about={
            <p>A delete can’t be taken back, so it is held first. Until it is sent, you can cancel it.</p>
          }
        >
          <HoldSettings />
        </Section>
        <ShortcutsSection />
        <PolicySection />
      </Pane>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  /** What it is about, beside the title. */
  readonly about: ReactNode;
  readonly children: ReactNode;
}

function Section({ title, about, children }: SectionProps): React.JSX.Element {
  const id = `settings-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={`column-2 ${styles.about}`}>
        <h2 id={id}>{title}</h2>
        <div className="muted column-2">{about}</div>
      </div>
      <div className={`column-3 ${styles.content}`}>{children}</div>
    </section>
  );
}

function LockSection(): React.JSX.Element {
  return (
    <Section
      title="Idle lock"
      about={
        <>
          <p>
            Locking covers lists and previews, and drops every API key from memory. Keys in the keychain are
            there again after unlocking; keys kept for this session only are lost.
          </p>
          <p>What you were writing is kept, and open previews stay in their rooms.</p>
        </>
      }
    >
      <LockSettings />
    </Section>
  );
}

function PrivacySection(): React.JSX.Element {
  const blurred = useApp((state) => state.blurred);
  const setBlurred = useApp((state) => state.setBlurred);
  const platform = useApp((state) => state.info?.platform ?? 'linux');
  const key = blurNames.keys.map((keys) => keyLabel(keys, platform)).join(', ');
  return (
    <Section title="Privacy" about={<p>For when others look at your screen.</p>}>
      <Choice
        checked={blurred}
        onChange={setBlurred}
        hint={`${key} does the same from anywhere, also while a dialog is open. It ends when Easel quits.`}
      >
        Blur names, ids, links, keys’ fingerprints and live previews
      </Choice>
    </Section>
  );
}

function ShortcutsSection(): React.JSX.Element {
  const singleKeys = useApp((state) => state.preferences.singleKeys);
  const prefer = useApp((state) => state.prefer);
  return (
    <Section title="Shortcuts" about={<p>What the keyboard does.</p>}>
      <Choice
        checked={singleKeys}
        onChange={(on) => void prefer({ singleKeys: on })}
        hint="Turn this off where speech input or a slip of the hand presses them by accident."
      >
        Listen to single characters, such as / and ?
      </Choice>
      <div className="row">
        <CommandButton command={openShortcuts} />
      </div>
    </Section>
  );
}

function PolicySection(): React.JSX.Element {
  return (
    <Section
      title="Policy"
      about={<p>What your organisation has decided for this computer. It can’t be changed here.</p>}
    >
      <PolicyTable />
    </Section>
  );
}

/** Every rule of the organisation's policy, to be read; or that there is none. */
function PolicyTable(): React.JSX.Element {
  const policy = useApp((state) => state.policy);
  if (policy === null) return <p className="muted">Reading the policy…</p>;
  if (policy.kind === 'none') {
    return <p>No policy on this computer. Everything here is your own decision.</p>;
  }
  return (
    <>
      <p>
        From <code className="sensitive">{policy.source}</code>
      </p>
      {policy.rules.length === 0 ? (
        <p>It decides nothing that differs from Easel’s own ways.</p>
      ) : (
        <table className={`table ${styles.rules}`}>
          <caption className="visually-hidden">Rules of the policy</caption>
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">What it means</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {policy.rules.map(({ name, meaning, value }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>{meaning}</td>
                <td>
                  <span className="sensitive">{value}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
