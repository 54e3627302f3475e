import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/field.tsx';
import type { ConnectionForm } from '../../store/connection-form.ts';
import { useApp } from '../../store/use-app.ts';

/** The paper API can't be tried without a paper: here one may be named. What is typed is kept nowhere. */
export function PaperCheck({ form }: { readonly form: ConnectionForm }): React.JSX.Element {
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
      error={missing ? 'Paste an identifier or a room address.' : form.errors['paper']}
      hint="Makes one access token for this paper, which is dropped at once, and creates nothing else."
      onChange={(text) => {
        setPaper(text);
        setMissing(false);
      }}
      // It stands in the form of the connection, where Enter would save.
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
