import { X } from 'lucide-react';
import { useLayoutEffect, type KeyboardEvent, type ReactNode } from 'react';
import { useActions, useApp, useAppStore } from '../store/use-app.ts';
import { IconButton } from './button.tsx';
import styles from './list-screen.module.css';
import { Pane } from './pane.tsx';
import { useNarrow } from './use-narrow.ts';
import { onKeys } from '../lib/keys.ts';

export interface ListScreenProps {
  readonly label: string;
  readonly toolbar: ReactNode;
  /** Filters above the rows. While they load, an empty element takes their place, so that the rows don't move. */
  readonly filters?: ReactNode;
  readonly notices: ReactNode;
  readonly grid: ReactNode;
  readonly footer: ReactNode;
  readonly inspector?: ReactNode;
  readonly inspectorLabel?: string;
}

export function ListScreen(props: ListScreenProps) {
  const inspectorOpen = useApp((state) => state.inspectorOpen);
  const { setInspectorOpen } = useActions();
  const isSheet = useSheet();
  const closeSheet = (event: KeyboardEvent): void => {
    if (!isSheet || !inspectorOpen || event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    setInspectorOpen(false);
  };
  return (
    <div className={`fill ${styles.screen}`}>
      {props.toolbar}
      {props.filters !== undefined && (
        <div className={`row start fixed line-below surface ${styles.filters}`}>{props.filters}</div>
      )}
      {props.notices}
      <div className="panes relative">
        <Pane label={props.label} className="fill surface" onKeyDown={onKeys(closeSheet)}>
          {props.grid}
          <div className={`row hint fixed line-above sunken ${styles.footer}`}>{props.footer}</div>
        </Pane>
        {inspectorOpen && props.inspectorLabel !== undefined && (
          <Pane
            as="aside"
            label={props.inspectorLabel}
            className={`column fixed surface ${styles.inspector}`}
            data-sheet={isSheet || undefined}
            onKeyDown={onKeys(closeSheet)}
          >
            {props.inspector}
            {isSheet && (
              <IconButton
                className={styles.close}
                label="Hide details"
                title="Hide details (Esc)"
                icon={<X size={16} />}
                onClick={() => setInspectorOpen(false)}
              />
            )}
          </Pane>
        )}
      </div>
    </div>
  );
}

/** Returns true if the window is narrow. Then closes the inspector, because there it covers the rows. */
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
