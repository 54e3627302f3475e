/** The layout that the screens with a list share: toolbar, notices, rows with their footer, inspector. */
import type { ReactNode } from 'react';
import { useApp } from '../store/use-app.ts';
import styles from './list-screen.module.css';
import { Pane } from './pane.tsx';

export interface ListScreenProps {
  /** Name of the part with the rows, for F6: "Boards". */
  readonly label: string;
  readonly toolbar: ReactNode;
  readonly notices: ReactNode;
  readonly grid: ReactNode;
  readonly footer: ReactNode;
  /** Absent where there is none, name and all. The name is for F6: "Board details". */
  readonly inspector?: ReactNode;
  readonly inspectorLabel?: string;
}

/** The screen; the inspector is there as long as `inspectorOpen`. */
export function ListScreen(props: ListScreenProps) {
  const inspectorOpen = useApp((state) => state.inspectorOpen);
  return (
    <div className="fill">
      {props.toolbar}
      {props.notices}
      <div className="panes">
        <Pane label={props.label} className="fill surface">
          {props.grid}
          <div className={`row hint fixed line-above sunken ${styles.footer}`}>{props.footer}</div>
        </Pane>
        {inspectorOpen && props.inspectorLabel !== undefined && (
          <Pane
            as="aside"
            label={props.inspectorLabel}
            className={`column fixed surface ${styles.inspector}`}
          >
            {props.inspector}
          </Pane>
        )}
      </div>
    </div>
  );
}

interface SentenceProps {
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** What stands in the grid when it has no rows: a sentence and what can be done. */
export function EmptyRows({ children, action }: SentenceProps) {
  return (
    <div className="column-3 start prose">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** A strip that says how something ended, until it is dismissed. */
export function ResultStrip({ children, action }: SentenceProps) {
  return (
    <div className="between info-strip" role="status">
      <p className="anywhere sensitive">{children}</p>
      {action}
    </div>
  );
}
