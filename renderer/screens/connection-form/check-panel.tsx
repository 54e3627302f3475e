/** What *Check* found, part by part, with the next step beside the part that failed. */
import { useState, type ReactNode } from 'react';
import type { CheckPart, PartCheck } from '../../../preload/contract/connections.ts';
import { Button } from '../../parts/button.tsx';
import { CHECK_STATES, CheckFinding } from '../../parts/check-finding.tsx';
import { TextField } from '../../parts/field.tsx';
import { PART_NAMES } from '../../parts/health-wording.ts';
import { Pane } from '../../parts/pane.tsx';
import type { ConnectionForm } from '../../store/connection-form-slice.ts';
import { useApp } from '../../store/use-app.ts';
import styles from './connection-form-screen.module.css';

const PART_ORDER = ['keychain', 'board-api', 'paper-api', 'app'] as const satisfies readonly CheckPart[];

export function CheckPanel({ form }: { readonly form: ConnectionForm }) {
  const changed = form.checks !== null && form.checkedFields !== form.fields;
  return (
    <Pane label="Check" as="aside" className={`column-1 sunken ${styles.check}`}>
      <h2>Check</h2>
      <p className="hint">{changed ? 'The form has changed since.' : 'Saves nothing.'}</p>
      <ul className="parts" aria-busy={form.busy === 'checking'}>
        {PART_ORDER.map((part) => (
          <Part
            key={part}
            name={PART_NAMES[part]}
            running={form.busy === 'checking' || (form.busy === 'checking-paper' && part === 'paper-api')}
            check={form.checks?.find((each) => each.part === part)}
          >
            {part === 'paper-api' && <PaperCheck form={form} />}
          </Part>
        ))}
      </ul>
    </Pane>
  );
}

interface PartProps {
  readonly name: string;
  readonly running: boolean;
  readonly check: PartCheck | undefined;
  /** What else can be done about this part. */
  readonly children: ReactNode;
}

function Part({ name, running, check, children }: PartProps) {
  const { word, look, icon } = CHECK_STATES[running ? 'running' : (check?.state ?? 'not-checkable')];
  return (
    <li>
      <span className={look}>{icon}</span>
      <div className="grow column-1">
        <p>
          <span className="bold">{name}</span> <span className="muted">{word}</span>
        </p>
        {check && <CheckFinding {...check} />}
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
