import { useEffect, useRef } from 'react';
import { leaveAllPreviews } from '../../commands/previews-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { Button } from '../../parts/button.tsx';
import { Pane } from '../../parts/pane.tsx';
import { goToPane, guardFocus } from '../../parts/room-focus.ts';
import { RoomPreview, type RoomPreviewProps } from '../../parts/room-preview.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Toolbar } from '../../parts/toolbar.tsx';
import { isReadOnly } from '../../store/changes.ts';
import { MOST_PREVIEWS } from '../../store/previews-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import styles from './previews-screen.module.css';

/** The rooms that are open, one tab each. All of them stay in the page: one that is taken out is left. */
export function PreviewsScreen() {
  const previews = useApp((state) => state.previews);
  const inFront = useApp((state) => state.previewInFront);
  const { bringToFront, leavePreview: leave, retryPreview: retry } = useActions();
  return (
    <Pane label="Live previews" className={`fill ${styles.screen}`}>
      <KeepFocus />
      <GuardFocus />
      <Toolbar
        title="Live previews"
        filters={
          <span className="muted">
            {previews.length} of {MOST_PREVIEWS} open
          </span>
        }
      >
        {previews.length > 1 && <CommandButton command={leaveAllPreviews} />}
      </Toolbar>
      {previews.length === 0 || inFront === null ? (
        <NoPreviews />
      ) : (
        <Tabs
          label="Open previews"
          tabs={previews.map(({ grant, title }) => ({
            id: grant.previewId,
            label: <span className="sensitive">{title}</span>,
          }))}
          selected={inFront}
          onSelect={bringToFront}
        >
          <div className={styles.deck}>
            {previews.map((preview) => (
              <Room
                key={preview.grant.previewId}
                preview={preview}
                covered={preview.grant.previewId !== inFront}
                onLeave={() => void leave(preview.grant.previewId)}
                onRetry={() => void retry(preview.grant.previewId)}
              />
            ))}
          </div>
        </Tabs>
      )}
    </Pane>
  );
}

/** A room with the connection that it belongs to, which need not be the one in front. */
function Room(props: Omit<RoomPreviewProps, 'connection' | 'shielded' | 'ask'>) {
  const { connectionId } = props.preview;
  const ask = useApp((state) => state.askForKeyboard);
  const connection = useApp((state) => state.connections.find((each) => each.id === connectionId) ?? null);
  const shielded = useApp((state) => {
    const owner = state.connections.find((each) => each.id === connectionId);
    // One that is no longer known can't be told to allow changes.
    return owner === undefined || isReadOnly(owner, Date.now());
  });
  return <RoomPreview {...props} connection={connection} shielded={shielded} ask={ask} />;
}

function NoPreviews() {
  const go = useApp((state) => state.go);
  return (
    <div className={`column-3 start muted ${styles.none}`}>
      <p>No preview is open.</p>
      <Button onClick={() => void go({ kind: 'screen', screen: 'papers' })}>Go to papers</Button>
    </div>
  );
}

/**
 * Takes the focus to the tab in front when it would be lost: the row or the button that opened or left a room is gone
 * from the page by then.
 */
function KeepFocus() {
  const mark = useRef<HTMLSpanElement>(null);
  const inFront = useApp((state) => state.previewInFront);
  const screen = useApp((state) => state.screen);
  const dialogOpen = useApp((state) => state.dialog !== null);
  useEffect(() => {
    if (screen !== 'previews' || dialogOpen || document.activeElement !== document.body) return;
    const pane = mark.current?.parentElement;
    const target = inFront === null ? 'button' : '[role="tab"][aria-selected="true"]';
    pane?.querySelector<HTMLElement>(target)?.focus();
  }, [inFront, screen, dialogOpen]);
  return <span ref={mark} hidden />;
}

/** Lets no room have the focus against main's word. */
function GuardFocus(): null {
  const ask = useApp((state) => state.askForKeyboard);
  const focusBack = useApp((state) => state.focusBack);
  const guard = useRef<ReturnType<typeof guardFocus> | null>(null);
  // What came before this screen was there is over.
  const done = useRef(focusBack);
  useEffect(() => {
    guard.current = guardFocus(ask);
    return () => guard.current?.end();
  }, [ask]);
  useEffect(() => {
    if (focusBack === null || focusBack === done.current) return;
    done.current = focusBack;
    if (focusBack.step === 0) guard.current?.takeBack();
    else goToPane(focusBack.step, ask);
  }, [focusBack, ask]);
  return null;
}
