import { useEffect, useRef, useState, type CSSProperties } from 'react';
import type { RoomTarget } from '../../../preload/contract/call.ts';
import { LONGEST } from '../../../preload/contract/limits.ts';
import type { Failure } from '../../../preload/contract/failure.ts';
import { closedBoards, NO_BOARD_ROOMS } from '../../commands/boards-commands.ts';
import { leaveAllPreviews } from '../../commands/previews-commands.ts';
import { MOST_PREVIEWS, toChange } from '../../commands/reasons.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { ReceiptText, X } from 'lucide-react';
import { Button, IconButton } from '../../parts/button.tsx';
import { classNames } from '../../parts/class-names.ts';
import { duration } from '../../lib/format.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { FoldedDetails } from '../../parts/failure-notice.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { NamedProperty, Properties } from '../../parts/inspector/properties.tsx';
import { Empty } from '../../parts/empty.tsx';
import { goToPane, guardRooms, takeBackFocus } from '../../parts/focus.ts';
import { Pane } from '../../parts/pane.tsx';
import { PersonName } from '../../parts/person-name.tsx';
import { Shown } from '../../parts/picture.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { RoomPreview } from '../../parts/room-preview.tsx';
import { Select } from '../../parts/select.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Toolbar } from '../../parts/toolbar.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { needsReason } from '../../store/changes.ts';
import { seenRooms, VISIT_MINUTES, type Entering, type ShownReceipt } from '../../store/previews-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useFields, type FieldErrors } from '../../store/use-dialog.ts';
import styles from './previews-screen.module.css';

const AT_ONCE = [
  [1, 'One room'],
  [2, 'Two rooms'],
  [4, 'Four rooms'],
] as const;

/** Tabs of open rooms. Every room stays in the DOM, because removing its webview would leave the room. */
export function PreviewsScreen() {
  const previews = useApp((state) => state.previews);
  const inFront = useApp((state) => state.previewInFront);
  const atOnce = useApp((state) => state.previewsAtOnce);
  const { showPreview, leavePreview, seeAtOnce } = useActions();
  const isShown = useApp((state) => state.screen === 'previews');
  useRoomFocus();
  const joined = previews.filter(({ state }) => state === 'live' || state === 'loading').length;
  const visible = isShown ? seenRooms(previews, inFront, atOnce) : [];
  return (
    <Pane label="Live previews" className="fill surface">
      <Toolbar
        title="Live previews"
        filters={
          <span className={`row muted ${styles.count}`}>
            {previews.length} of {MOST_PREVIEWS} open
            {joined > 1 && <span className="folds">: others see you {joined} times</span>}
          </span>
        }
      >
        {previews.length > 1 && (
          <>
            <Select aria-label="Rooms side by side" value={atOnce} choices={AT_ONCE} onChoose={seeAtOnce} />
            <CommandButton command={leaveAllPreviews} />
          </>
        )}
      </Toolbar>
      {previews.length === 0 || inFront === null ? (
        <NoPreviews />
      ) : (
        <Tabs
          label="Open previews"
          tabs={previews.map(({ grant, title }) => ({
            id: grant.previewId,
            label: <span className="sensitive">{title}</span>,
            close: `Leave ${title}`,
          }))}
          selected={inFront}
          onSelect={showPreview}
          onClose={(previewId) => void leavePreview(previewId)}
        >
          <div
            className={`relative full ${styles.rooms}`}
            style={{ '--columns': visible.length > 1 ? 2 : 1 } as CSSProperties}
          >
            {previews.map((preview) => (
              <RoomPreview
                key={preview.grant.previewId}
                preview={preview}
                covered={!visible.includes(preview)}
                oneOfMany={visible.length > 1}
              />
            ))}
          </div>
        </Tabs>
      )}
      <Receipts />
      <PictureQuestion />
    </Pane>
  );
}

/** Shows receipts of visits since Easel started. The activity log also contains these visits. */
function Receipts() {
  const receipts = useApp((state) => state.receipts);
  const besideRoom = useApp((state) => state.previews.length > 0);
  if (receipts.length === 0) return null;
  return (
    <section
      aria-label="Receipts"
      className={classNames('fixed line-above sunken short', styles.question, besideRoom && styles.beside)}
    >
      <ul className="column-2">
        {receipts.map((receipt) => (
          <Receipt key={receipt.previewId} receipt={receipt} />
        ))}
      </ul>
    </section>
  );
}

function Receipt({ receipt }: { readonly receipt: ShownReceipt }) {
  const { copy, dismissReceipt, noteReceipt } = useActions();
  const { previewId, title, reason, seconds, displayName, lifted, text, note } = receipt;
  return (
    <li className="row gap-3">
      <ReceiptText className="fixed muted" size={16} />
      <p className="grow">
        <strong className="sensitive">{title}</strong>{' '}
        <span className="muted">
          You were visible for {duration(seconds * 1000)} as “<PersonName name={displayName} />
          ”. {lifted ? 'Your input was allowed.' : 'Your input was blocked.'}
          {reason !== '' && (
            <>
              {' '}
              Reason: <span className="sensitive">{reason}</span>
            </>
          )}
        </span>
      </p>
      <input
        aria-label={`Note on the receipt of ${title}`}
        className={classNames('control', note !== '' && 'sensitive', styles.note)}
        placeholder="Add a note"
        maxLength={LONGEST.shortText}
        value={note}
        onChange={({ target }) => noteReceipt(previewId, target.value)}
      />
      <Button onClick={() => void copy(withNote(text, note), 'the receipt')}>Copy for ticket</Button>
      <IconButton
        label={`Dismiss receipt of ${title}`}
        icon={<X size={14} />}
        onClick={() => dismissReceipt(previewId)}
      />
    </li>
  );
}

/** Returns the receipt with the note as its last line. */
function withNote(text: string, note: string): string {
  return note.trim() === '' ? text : `${text}\nNote: ${note.trim()}`;
}

/** Asks whether to keep pictures. Shown once, with the first picture. */
function PictureQuestion() {
  const source = useApp((state) => state.pictureAsked);
  const { answerPictures } = useActions();
  if (source === null) return null;
  return (
    <section aria-label="Pictures" className={`row gap-3 fixed line-above sunken ${styles.question}`}>
      <Shown source={source} size="beside" />
      <div className="column-1 grow prose">
        <p className="bold">Keep small pictures of what you leave?</p>
        <p className="muted">
          You recognise boards and papers by them, in lists and before deleting. They can show customers’
          content. They stay on this computer; Settings removes them.
        </p>
      </div>
      <Button onClick={() => void answerPictures(false)}>Don’t keep</Button>
      <Button variant="primary" onClick={() => void answerPictures(true)}>
        Keep pictures
      </Button>
    </section>
  );
}

function NoPreviews() {
  const go = useApp((state) => state.go);
  return (
    <div className="rest scroll padded muted">
      <Empty
        drawing="room"
        action={<Button onClick={() => void go({ kind: 'screen', screen: 'papers' })}>Go to papers</Button>}
      >
        No preview is open.
      </Empty>
    </div>
  );
}

/** Shows the room that has the focus. A room without main's permission loses the focus. */
function useRoomFocus(): void {
  const { askForKeyboard, showPreview } = useActions();
  const focusBack = useApp((state) => state.focusBack);
  // Requests from before this screen was mounted are ignored.
  const handled = useRef(focusBack);
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent): void => {
      const room = target instanceof Element ? target.closest<HTMLElement>('[data-preview]') : null;
      if (room !== null) showPreview(room.dataset['preview'] ?? '');
    };
    document.addEventListener('focusin', onFocusIn);
    return () => document.removeEventListener('focusin', onFocusIn);
  }, [showPreview]);
  useEffect(() => guardRooms(askForKeyboard), [askForKeyboard]);
  useEffect(() => {
    if (focusBack === null || focusBack === handled.current) return;
    handled.current = focusBack;
    if (focusBack.step === 0) takeBackFocus();
    else goToPane(focusBack.step, askForKeyboard);
  }, [focusBack, askForKeyboard]);
}

interface OpenPreviewDialogProps {
  readonly target: RoomTarget;
  readonly title: string;
}

type VisitFields = ReturnType<typeof useFields<'displayName' | 'reason'>>;

/** Fields for display name and reason. `invalid` names the fields that are empty but required. */
function useVisit(typed?: Pick<Entering, 'displayName' | 'reason'>) {
  const required = useApp(needsReason);
  const name = useApp((state) => state.previewName ?? state.preferences?.roomName ?? '');
  const fields: VisitFields = useFields(typed ?? { displayName: name, reason: '' });
  const displayName = fields.typed.displayName.trim();
  const reason = fields.typed.reason.trim();
  const invalid: FieldErrors = {
    ...(displayName === '' && { displayName: 'Enter a name.' }),
    ...(required && reason === '' && { reason: 'Enter a reason.' }),
  };
  return { fields, displayName, reason, invalid };
}

interface VisitFormProps {
  readonly target: RoomTarget;
  readonly title: string;
  readonly field: VisitFields['field'];
}

function VisitForm({ target, title, field }: VisitFormProps) {
  return (
    <>
      <Properties>
        <NamedProperty label={target.kind === 'paper' ? 'Paper' : 'Board'} text={title} />
      </Properties>
      <TextField {...field('displayName')} label="Display name" data-autofocus aria-required />
      <ReasonField {...field('reason')} />
    </>
  );
}

function SeenAs({ name }: { readonly name: string }) {
  if (name === '') return 'Everyone in the room will see you.';
  return (
    <>
      Everyone in the room sees you as “<PersonName name={name} />
      ”.
    </>
  );
}

/** Confirms joining a room, and asks for display name, reason and duration. */
export function OpenPreviewDialog({ target, title }: OpenPreviewDialogProps) {
  const [minutes, setMinutes] = useState(useApp((state) => state.previewMinutes));
  const { openPreview, openDialog } = useActions();
  const connectionId = useApp((state) => state.currentId);
  const noChange = useApp(toChange);
  const boardsRefused = useApp((state) => target.kind === 'board' && closedBoards(state).length > 0);
  const { fields, displayName, reason, invalid } = useVisit();
  const { field, typed, ...form } = fields;
  const { failure } = form;

  function join(): void {
    void form.submit(() => openPreview(target, title, { displayName, reason, minutes }), invalid);
  }

  if (failure?.code === 'no-preview') return <NoPreview failure={failure} onClose={form.close} />;
  return (
    <FormDialog title={`Preview this ${target.kind}`} action="Join visibly" form={form} onSubmit={join}>
      <VisitForm target={target} title={title} field={field} />
      <SelectField
        label="Leave after"
        value={minutes}
        choices={VISIT_MINUTES.map((each) => [each, `${each} minutes`] as const)}
        onChoose={setMinutes}
      />
      <p>
        <SeenAs name={displayName} /> There is no view-only mode: Easel blocks your input on this computer
        until you lift the shield.
      </p>
      {target.kind === 'paper' && connectionId !== null && (
        <div>
          <Button
            disabledReason={noChange === true ? null : noChange}
            onClick={() => openDialog({ kind: 'browser-link', connectionId, target, title, typed })}
          >
            Copy link for browser…
          </Button>
        </div>
      )}
      {boardsRefused && <p className="warning">{NO_BOARD_ROOMS}.</p>}
      <TroubleNote part="paper-api" />
    </FormDialog>
  );
}

interface BrowserLinkDialogProps extends OpenPreviewDialogProps {
  readonly connectionId: string;
  readonly typed?: Pick<Entering, 'displayName' | 'reason'>;
}

/** Copies a link for a visit in a browser. */
export function BrowserLinkDialog({ connectionId, target, title, typed: before }: BrowserLinkDialogProps) {
  const copyBrowserLink = useApp((state) => state.copyBrowserLink);
  const { fields, displayName, reason, invalid } = useVisit(before);
  const { field, typed: _, ...form } = fields;

  function copy(): void {
    const wanted = { connectionId, target, displayName, reason };
    void form.submit(() => copyBrowserLink(wanted), invalid);
  }

  return (
    <FormDialog title="Copy link for browser" action="Copy link" form={form} onSubmit={copy}>
      <VisitForm target={target} title={title} field={field} />
      <p>
        <SeenAs name={displayName} /> Anyone who has the link can join under this name.
      </p>
      <p className="warning">
        Easel can neither end this visit nor block input in your browser. Close the browser’s tab to leave.
      </p>
      <TroubleNote part="paper-api" />
    </FormDialog>
  );
}

/** Explains that the service mints no token for this board's room. This is no error, so there is no retry. */
function NoPreview({ failure, onClose }: { readonly failure: Failure; readonly onClose: () => void }) {
  return (
    <Dialog title="No preview for this board" onClose={onClose} footer="Close">
      <p>The service doesn’t say how people join this board, so Easel can’t open its room.</p>
      <FoldedDetails lines={[failure.message, ...failure.details]} />
    </Dialog>
  );
}
