/** What *Check* found, part by part, with the next step beside the part that failed. */
import { Circle, CircleCheck, CircleMinus, CircleX, LoaderCircle } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { CheckPart, PartCheck } from '../../../preload/contract/connections.ts';
import { classNames } from '../../parts/class-names.ts';
import { PART_NAMES } from '../../parts/health-wording.ts';
import { Pane } from '../../parts/pane.tsx';
import { ProxySignInButton } from '../../parts/proxy-sign-in-button.tsx';
import type { ConnectionForm } from '../../store/connection-form.ts';
import styles from './check-panel.module.css';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import { useApp } from '../../store/use-app.ts';

const PART_ORDER = ['keychain', 'board-api', 'paper-api', 'app'] as const satisfies readonly CheckPart[];

/** The state of a part: `waiting` before the first check, `running` during one. */
type State = PartCheck['state'] | 'waiting' | 'running';

const STATES: Readonly<Record<State, { readonly word: string; readonly icon: ReactNode }>> = {
  good: { word: 'Good', icon: <CircleCheck size={16} className="good" /> },
  failed: { word: 'Failed', icon: <CircleX size={16} className="danger" /> },
  'not-checkable': {
    word: 'Not checked',
    icon: <CircleMinus size={16} className="muted" />,
  },
  waiting: { word: 'Not checked', icon: <Circle size={16} className="muted" /> },
  running: { word: 'Checking…', icon: <LoaderCircle size={16} className={styles.running} /> },
};

/** The list of four parts. */
export function CheckPanel({ form }: { readonly form: ConnectionForm }) {
  const changed = form.checks !== null && form.checkedFields !== form.fields;
  return (
    <Pane label="Check" as="aside" className={`column-1 ${styles.panel}`}>
      <h2>Check</h2>
      <p className="hint">{changed ? 'The form has changed since.' : 'Saves and changes nothing.'}</p>
      <ul className="parts" aria-busy={form.busy === 'checking'}>
        {PART_ORDER.map((part) => (
          <Part
            key={part}
            name={PART_NAMES[part]}
            running={form.busy === 'checking' || (form.busy === 'checking-paper' && part === 'paper-api')}
            check={form.checks?.find((each) => each.part === part) ?? null}
          >
            {part === 'paper-api' && (
              <div className={styles.paper}>
                <PaperCheck form={form} />
              </div>
            )}
          </Part>
        ))}
      </ul>
    </Pane>
  );
}

interface PartProps {
  readonly name: string;
  readonly running: boolean;
  readonly check: PartCheck | null;
  /** What else can be done about this part. */
  readonly children: ReactNode;
}

function Part({ name, running, check, children }: PartProps) {
  const state: State = running ? 'running' : (check?.state ?? 'waiting');
  const { word, icon } = STATES[state];
  return (
    <li>
      {icon}
      <div className="grow">
        <p>
          <span className="bold">{name}</span> <span className="muted">{word}</span>
        </p>
        {check && <p className="sensitive">{check.summary}</p>}
        {check?.failure && <p className={classNames(styles.next, 'sensitive')}>{check.failure.nextStep}</p>}
        {check?.failure && check.failure.details.length > 0 && (
          <details>
            <summary>Details</summary>
            <pre className="sensitive">{check.failure.details.join('\n')}</pre>
          </details>
        )}
        {check?.failure && <ProxySignInButton failure={check.failure} />}
        {children}
      </div>
    </li>
  );
}

/** The paper API can't be tried without a paper: here one may be named. What is typed is kept nowhere. */
function PaperCheck({ form }: { readonly form: ConnectionForm }) {
  const check = useApp((state) => state.checkWithPaper);
  const [paper, setPaper] = useState('');
  const [missing, setMissing] = useState(false);

  function start(): void {
    setMissing(paper.trim() === '');
    if (paper.trim() !== '') void check(paper.trim());
  }

  return (
    <TextField
      label="Check with a paper"
      mono
      placeholder="Identifier or room address"
      value={paper}
      error={missing ? 'Enter a paper.' : form.errors['paper']}
      hint="Makes and discards one access token."
      onChange={(text) => {
        setPaper(text);
        setMissing(false);
      }}
      // It is inside the connection's form, where Enter would save.
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        start();
      }}
      after={
        <Button aria-label="Try this paper" busy={form.busy === 'checking-paper'} onClick={start}>
          Try
        </Button>
      }
    />
  );
}
