/** The layout that the screens with a list share: toolbar, notices, rows with their footer, inspector. */
import { X } from 'lucide-react';
import { useLayoutEffect, type ReactNode } from 'react';
import { useApp, useAppStore } from '../store/use-app.ts';
import { IconButton } from './button.tsx';
import styles from './list-screen.module.css';
import { Pane } from './pane.tsx';
import { useNarrow } from './use-narrow.ts';

export interface ListScreenProps {
  /** Name of the part with the rows, for F6: "Boards". */
  readonly label: string;
  readonly toolbar: ReactNode;
  /** Its view and filters; its place is there before it is, so that the rows do not jump. */
  readonly filters?: ReactNode;
  readonly notices: ReactNode;
  readonly grid: ReactNode;
  readonly footer: ReactNode;
  /** Absent where there is none, name and all. The name is for F6: "Board details". */
  readonly inspector?: ReactNode;
  readonly inspectorLabel?: string;
}

/** The screen; the inspector is there as long as `inspectorOpen`. In a narrow window it lies over the rows. */
export function ListScreen(props: ListScreenProps) {
  const inspectorOpen = useApp((state) => state.inspectorOpen);
  const isSheet = useSheet();
  return (
    <div className={`fill ${styles.screen}`}>
      {props.toolbar}
      {props.filters !== undefined && (
        <div className={`row start fixed line-below surface ${styles.filters}`}>{props.filters}</div>
      )}
      {props.notices}
      <div className="panes relative">
        <Pane label={props.label} className="fill surface">
          {props.grid}
          <div className={`row hint fixed line-above sunken ${styles.footer}`}>{props.footer}</div>
        </Pane>
        {inspectorOpen && props.inspectorLabel !== undefined && (
          <Inspecting label={props.inspectorLabel} isSheet={isSheet}>
            {props.inspector}
          </Inspecting>
        )}
      </div>
    </div>
  );
}

/** Whether the inspector is a sheet, which starts closed: it would hide the rows. */
function useSheet(): boolean {
  const store = useAppStore();
  const narrow = useNarrow();
  useLayoutEffect(() => {
    if (!narrow) return undefined;
    const { inspectorOpen, setInspectorOpen } = store.getState();
    setInspectorOpen(false);
    return () => setInspectorOpen(inspectorOpen);
  }, [narrow, store]);
  return narrow;
}

interface InspectingProps {
  readonly label: string;
  readonly isSheet: boolean;
  readonly children: ReactNode;
}

function Inspecting({ label, isSheet, children }: InspectingProps) {
  const close = useApp((state) => state.setInspectorOpen);
  return (
    <Pane
      as="aside"
      label={label}
      className={`column fixed surface ${styles.inspector}`}
      data-sheet={isSheet || undefined}
      onKeyDown={(event) => {
        if (!isSheet || event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close(false);
      }}
    >
      {children}
      {isSheet && (
        <IconButton
          className={styles.close}
          label="Hide details"
          title="Hide details (Esc)"
          icon={<X size={16} />}
          onClick={() => close(false)}
        />
      )}
    </Pane>
  );
}
