/** The tour: one quiet line above the status bar, which says the one next step and lights what to press. */
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { leaveTour } from '../../commands/help-commands.ts';
import { runCommand } from '../../commands/run.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Pane } from '../../parts/pane.tsx';
import type { TourStep } from '../../store/tour-slice.ts';
import { useActions, useApp, useAppStore } from '../../store/use-app.ts';
import styles from './tour-card.module.css';

const SCREEN_NAMES = {
  boards: 'Boards',
  papers: 'Papers',
  previews: 'Live previews',
  keys: 'Keys & connections',
} as const;

const WAITS = '1 of 3: A delete waits';
const VISITS = '2 of 3: A preview is a visit';
const ROTATES = '3 of 3: Keys rotate without a gap';
const DELETE = '[data-command="boards.delete"]';

interface StepWords {
  readonly title: string;
  readonly text: string;
  readonly screen: keyof typeof SCREEN_NAMES;
  /** What is to be pressed; the screen of keys lights its own next step. */
  readonly lit?: string;
}

const STEPS: Readonly<Record<TourStep, StepWords>> = {
  delete: {
    title: WAITS,
    text: 'Select a board, press Delete, and confirm.',
    screen: 'boards',
    lit: DELETE,
  },
  cancel: {
    title: WAITS,
    text: 'Nothing was sent yet. Press Cancel beside the countdown.',
    screen: 'boards',
    lit: '[data-toast] [data-pane-focus]',
  },
  late: {
    title: WAITS,
    text: 'That one was sent: nobody cancelled it in time. Delete another.',
    screen: 'boards',
    lit: DELETE,
  },
  visit: {
    title: VISITS,
    text: 'Nothing was sent. Now select a paper, and press Space to preview it.',
    screen: 'papers',
    lit: '[data-command="papers.preview"]',
  },
  leave: {
    title: VISITS,
    text: 'Everyone here sees your name. Look around, then press Leave.',
    screen: 'previews',
    lit: '[data-leave]',
  },
  stage: {
    title: ROTATES,
    text: 'Stage a next key: any text will do here.',
    screen: 'keys',
  },
  check: {
    title: ROTATES,
    text: 'Check the next key. Both keys are tried at both APIs.',
    screen: 'keys',
  },
  end: {
    title: 'That was all',
    text: 'A refused key never takes over: the current one stays. Practice ends with Easel.',
    screen: 'keys',
  },
};

/** Nothing as long as no tour is on. */
export function TourCard() {
  const step = useApp((state) => state.tour?.step);
  return step === undefined ? null : <Card {...STEPS[step]} isLast={step === 'end'} />;
}

function Card({ title, text, screen, lit, isLast }: StepWords & { readonly isLast: boolean }) {
  const store = useAppStore();
  const isHere = useApp((state) => state.screen === screen);
  const { go, say } = useActions();
  useEffect(() => say(`${title}. ${text}`), [say, title, text]);
  useEffect(() => {
    if (lit === undefined) return undefined;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`${lit} { outline: 2px solid var(--focus); outline-offset: 2px }`);
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [lit]);
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || store.getState().dialog !== null) return;
      event.preventDefault();
      void runCommand(leaveTour, store);
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [store]);
  return (
    <Pane label="Tour" as="aside" className={`row fixed info line-above ${styles.card}`}>
      <p className="row-tight wrap grow">
        <strong>{title}</strong>
        <span>{text}</span>
      </p>
      {!isHere && (
        <Button className="fixed" variant="primary" onClick={() => void go({ kind: 'screen', screen })}>
          Go to {SCREEN_NAMES[screen]}
        </Button>
      )}
      {isLast ? (
        <Button className="fixed" variant="primary" onClick={() => void runCommand(leaveTour, store)}>
          Done
        </Button>
      ) : (
        <IconButton
          label="Leave the tour"
          title="Leave the tour (Esc)"
          icon={<X size={15} />}
          onClick={() => void runCommand(leaveTour, store)}
        />
      )}
    </Pane>
  );
}
