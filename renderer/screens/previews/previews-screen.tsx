/** The rooms that are open, and the dialog that comes before one is joined. */
import { useEffect, useRef } from 'react';
import type { RoomTarget } from '../../../preload/contract/call.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { leaveAllPreviews } from '../../commands/previews-commands.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { FoldedDetails } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { NamedProperty, Properties } from '../../parts/inspector/properties.tsx';
import { EmptyRows } from '../../parts/list-screen.tsx';
import { Pane } from '../../parts/pane.tsx';
import { goToPane, guardFocus } from '../../parts/room-focus.ts';
import { RoomPreview, type RoomPreviewProps } from '../../parts/room-preview.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Toolbar } from '../../parts/toolbar.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { isReadOnly, needsReason } from '../../store/changes.ts';
import { currentConnection } from '../../store/connections-slice.ts';
import { MOST_PREVIEWS } from '../../store/previews-slice.ts';
import { useActions, useApp, useConnection } from '../../store/use-app.ts';
import { useFields, type FieldErrors } from '../../store/use-dialog.ts';

/** The rooms that are open, one tab each. All of them stay in the page: one that is taken out is left. */
export function PreviewsScreen() {
  const previews = useApp((state) => state.previews);
  const inFront = useApp((state) => state.previewInFront);
  const bringToFront = useApp((state) => state.bringToFront);
  return (
    <Pane label="Live previews" className="fill surface">
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
          <div className="relative full">
            {previews.map((preview) => (
              <Room
                key={preview.grant.previewId}
                preview={preview}
                covered={preview.grant.previewId !== inFront}
              />
            ))}
          </div>
        </Tabs>
      )}
    </Pane>
  );
}

/** A room with the connection that it belongs to, which need not be the one in front. */
function Room({ preview, covered }: Pick<RoomPreviewProps, 'preview' | 'covered'>) {
  const { askForKeyboard, leavePreview, retryPreview } = useActions();
  const connection = useConnection(preview.connectionId);
  const { previewId } = preview.grant;
  return (
    <RoomPreview
      preview={preview}
      connection={connection}
      // One that is no longer known can't be told to allow changes.
      shielded={useApp(() => connection === null || isReadOnly(connection, Date.now()))}
      covered={covered}
      ask={askForKeyboard}
      onLeave={() => void leavePreview(previewId)}
      onRetry={() => void retryPreview(previewId)}
    />
  );
}

function NoPreviews() {
  const go = useApp((state) => state.go);
  return (
    <div className="padded muted">
      <EmptyRows
        action={<Button onClick={() => void go({ kind: 'screen', screen: 'papers' })}>Go to papers</Button>}
      >
        No preview is open.
      </EmptyRows>
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

interface OpenPreviewDialogProps {
  readonly target: RoomTarget;
  readonly title: string;
}

/** Comes before a room is joined: asks by which name, says what joining means, and joins. */
export function OpenPreviewDialog({ target, title }: OpenPreviewDialogProps) {
  const connection = useApp(currentConnection);
  const shielded = useApp(() => connection !== null && isReadOnly(connection, Date.now()));
  const wantsReason = useApp(needsReason);
  const lastName = useApp((state) => state.previewName);
  const openPreview = useApp((state) => state.openPreview);
  const { field, typed, ...form } = useFields({ displayName: lastName, reason: '' });
  const { failure } = form;
  const name = typed.displayName.trim();
  const reason = wantsReason ? typed.reason.trim() : '';

  function join(): void {
    const wrong: FieldErrors =
      name === ''
        ? { displayName: 'Enter a name.' }
        : wantsReason && reason === ''
          ? { reason: 'Enter a reason.' }
          : {};
    void form.submit(() => openPreview(target, title, name, reason), wrong);
  }

  if (failure?.code === 'no-preview') return <NoPreview failure={failure} onClose={form.close} />;
  return (
    <FormDialog title={`Preview this ${target.kind}`} action="Join visibly" form={form} onSubmit={join}>
      <Properties>
        <NamedProperty label={target.kind === 'paper' ? 'Paper' : 'Board'} text={title} />
      </Properties>
      <TextField {...field('displayName')} label="Display name" data-autofocus aria-required />
      {wantsReason && (
        <TextField
          label="Reason or ticket"
          {...field('reason')}
          hint="Required by your organisation."
          maxLength={500}
          aria-required
        />
      )}
      <p>
        {name === '' ? (
          'Everyone in the room will see you.'
        ) : (
          <>
            Everyone in the room sees you as <span className="sensitive">“{name}”</span>.
          </>
        )}{' '}
        {shielded ? 'Read-only: your input is blocked.' : 'There is no view-only mode.'}
      </p>
      <TroubleNote part="paper-api" />
    </FormDialog>
  );
}

/** What can be said of a board that has no room to join by token. It is no fault, and nothing to try again. */
function NoPreview({ failure, onClose }: { readonly failure: Failure; readonly onClose: () => void }) {
  return (
    <Dialog title="No preview for this board" onClose={onClose} footer="Close">
      <p>The service doesn’t say how to join it.</p>
      <FoldedDetails lines={[failure.message, ...failure.details]} />
    </Dialog>
  );
}
