/** Tour of practice mode: one step on each of three screens. */
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { Button, IconButton } from '../../parts/button.tsx';
import { Pane } from '../../parts/pane.tsx';
import { currentConnection } from '../../store/connections-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';

const STEPS = [
  {
    screen: 'boards',
    title: 'A delete waits',
    text: 'Delete a board, then press Cancel beside the countdown: nothing is sent.',
  },
  {
    screen: 'papers',
    title: 'A preview is a visit',
    text: 'Select a paper and press Space. Everyone in the room sees your name.',
  },
  {
    screen: 'keys',
    title: 'Keys rotate without a gap',
    text: 'Stage a next key, any text, and check it: a refused key never takes over.',
  },
] as const;

export function TourCard() {
  const at = useApp((state) =>
    currentConnection(state)?.environment === 'practice' ? state.tourStep : null,
  );
  const step = at === null ? undefined : STEPS[at];
  return at === null || step === undefined ? null : <Card key={at} at={at} {...step} />;
}

function Card({ at, screen, title, text }: (typeof STEPS)[number] & { readonly at: number }) {
  const { go, say, setTourStep } = useActions();
  const isLast = at === STEPS.length - 1;
  useEffect(() => {
    void go({ kind: 'screen', screen });
    say(`${title}. ${text}`);
  }, [go, say, screen, title, text]);
  return (
    <Pane label="Tour" as="aside" className="row info-strip">
      <p className="row-tight wrap grow">
        <strong>
          {at + 1} of {STEPS.length}: {title}
        </strong>
        <span>{text}</span>
      </p>
      <Button className="fixed" variant="primary" onClick={() => setTourStep(isLast ? null : at + 1)}>
        {isLast ? 'Done' : 'Next'}
      </Button>
      <IconButton label="Leave the tour" icon={<X size={15} />} onClick={() => setTourStep(null)} />
    </Pane>
  );
}
