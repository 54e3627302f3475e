import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { LONGEST } from '../../../preload/contract/limits.ts';
import { closedBoards, NO_BOARD_ROOMS } from '../../commands/boards-commands.ts';
import { leaveAllPreviews } from '../../commands/previews-commands.ts';
import { MOST_PREVIEWS, toChange } from '../../commands/reasons.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { ReceiptText, X } from 'lucide-react';
import { Button, IconButton } from '../../parts/button.tsx';
import { Choices } from '../../parts/choice.tsx';
import { classNames } from '../../parts/class-names.ts';
import { ConnectionMark } from '../../parts/connection-mark.tsx';
import { duration } from '../../lib/format.ts';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { FoldedDetails } from '../../parts/failure-notice.tsx';
import { SelectField, TextField, Select } from '../../parts/field.tsx';
import { NamedProperty } from '../../parts/inspector/inspector.tsx';
import { Empty } from '../../parts/empty.tsx';
import { goToPane, guardRooms, takeBackFocus } from '../../parts/focus.ts';
import { Pane, Toolbar } from '../../parts/pane.tsx';
import { PersonName } from '../../parts/person-name.tsx';
import { Shown } from '../../parts/picture.tsx';
import { Presence } from '../../parts/presence.tsx';
import { ReasonField } from '../../parts/reason-field.tsx';
import { RoomPreview } from '../../parts/room-preview.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { isIn, seenRooms, VISIT_MINUTES } from '../../store/previews-slice.ts';
import type { PropsOf } from '../../store/ui-slice.ts';
import { useActions, useApp } from '../../store/use-app.ts';
import { useFields } from '../../store/use-dialog.ts';
import styles from './previews-screen.module.css';

const AT_ONCE = [
  [1, 'One room'],
  [2, 'Two rooms'],
  [4, 'Four rooms'],
] as const;

/** Keeps hidden rooms mounted, because unmounting a room's webview would end the visit. */
export function PreviewsScreen() {
  const previews = useApp((state) => state.previews);
  const inFront = useApp((state) => state.previewInFront);
  const atOnce = useApp((state) => state.previewsAtOnce);
  const { go, showPreview, leavePreview, seeAtOnce } = useActions();
  const isShown = useApp((state) => state.screen === 'previews');
  useRoomFocus();
  const joined = previews.filter(isIn).length;
  const visible = isShown ? seenRooms(previews, inFront, atOnce) : [];
  return (
    <Pane label="Live previews" className="fill surface">
      <Toolbar
        title="Live previews"
        filters={
          <span className={`row muted ${styles.count}`}>
            {previews.length} of {MOST_PREVIEWS} previews open
            {joined > 1 && <span className="folds">: others see you in {joined}</span>}
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
        <div className="rest scroll padded muted">
          <Empty
            drawing="room"
            action={
              <Button onClick={() => void go({ kind: 'screen', screen: 'papers' })}>Go to papers</Button>
            }
          >
            No preview is open. Joining makes you visible to everyone in the room.
          </Empty>
        </div>
      ) : (
        <Tabs
          label="Current previews"
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

/** Receipts of the visits since Easel started. The activity log keeps these visits even after a restart. */
function Receipts() {
  const receipts = useApp((state) => state.receipts);
  const besideRoom = useApp((state) => state.previews.length > 0);
  const connections = useApp((state) => state.connections);
  const { copy, dismissReceipt, noteReceipt } = useActions();
  if (receipts.length === 0) return null;
  return (
    <section
      aria-label="Visit receipts"
      className={classNames('fixed line-above sunken short', styles.question, besideRoom && styles.beside)}
    >
      <ul className="column-2">
        {receipts.map(
          ({ previewId, connectionId, title, reason, seconds, displayName, lifted, text, note }) => {
            const connection = connections.find(({ id }) => id === connectionId);
            const noteLine = note.trim() === '' ? '' : `\nNote: ${note.trim()}`;
            return (
              <li key={previewId} className="row wrap gap-3">
                <ReceiptText className="fixed muted" size={16} />
                <p className={`grow ${styles.receipt}`}>
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
                {connection && <ConnectionMark connection={connection} />}
                <input
                  aria-label={`Receipt note for ${title}`}
                  className={classNames('control', note !== '' && 'sensitive', styles.note)}
                  placeholder="Add a note"
                  maxLength={LONGEST.shortText}
                  value={note}
                  onChange={({ target }) => noteReceipt(previewId, target.value)}
                />
                <Button onClick={() => void copy(`${text}${noteLine}`, 'Receipt', connection?.name)}>
                  Copy receipt
                </Button>
                <IconButton
                  label={`Dismiss receipt for ${title}`}
                  icon={<X size={14} />}
                  onClick={() => dismissReceipt(previewId)}
                />
              </li>
            );
          },
        )}
      </ul>
    </section>
  );
}

/** Asks whether to save pictures of rooms. Appears once, when there is a first picture. */
function PictureQuestion() {
  const source = useApp((state) => state.pictureAsked);
  const { answerPictures } = useActions();
  if (source === null) return null;
  return (
    <section aria-label="Pictures" className={`row gap-3 fixed line-above sunken ${styles.question}`}>
      <Shown source={source} size="beside" />
      <div className="column-1 grow prose">
        <p className="bold">Save a small picture of each room when you leave it?</p>
        <p className="muted">
          Pictures help you recognise boards and papers in lists and before deleting. They can show customers’
          content. They stay on this computer, and you can remove them in Settings.
        </p>
      </div>
      <Button onClick={() => void answerPictures(false)}>Don’t save</Button>
      <Button variant="primary" onClick={() => void answerPictures(true)}>
        Save pictures
      </Button>
    </section>
  );
}

/** When a room gets the focus, selects its tab. Moves the focus out of a room if main requires it. */
function useRoomFocus(): void {
  const { askForKeyboard, showPreview } = useActions();
  const focusBack = useApp((state) => state.focusBack);
  // Last handled `previews.focusBack` event. Initially the last event before the mount, which must not move the focus.
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

export function OpenPreviewDialog(props: PropsOf<'open-preview'>) {
  const currentId = useApp((state) => state.currentId) ?? '';
  const { target, title, typed: before, connectionId = currentId } = props;
  const [minutes, setMinutes] = useState(useApp((state) => state.previewMinutes));
  const [inBrowser, setInBrowser] = useState(props.inBrowser ?? false);
  const { openPreview, copyBrowserLink } = useActions();
  const noChange = useApp(toChange);
  const boardsRefused = useApp((state) => target.kind === 'board' && closedBoards(state).length > 0);
  const name = useApp((state) => state.previewName || state.preferences?.roomName || '');
  const { field, typed, ...form } = useFields(before ?? { displayName: name, reason: '' });
  const { failure } = form;
  const [displayName, reason] = [typed.displayName.trim(), typed.reason.trim()];
  if (failure?.code === 'no-preview') {
    return (
      <Dialog title="No preview for this board" onClose={form.close} footer="Close">
        <p>The service doesn’t say how people join this board, so Easel can’t open its room.</p>
        <FoldedDetails lines={[failure.message, ...failure.details]} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={inBrowser ? 'Copy link for browser' : `Visit this ${target.kind}`}
      action={inBrowser ? 'Copy link' : 'Join visibly'}
      form={form}
      off={inBrowser && before === undefined && noChange !== true ? noChange : null}
      onSubmit={() =>
        inBrowser
          ? copyBrowserLink({ connectionId, target, displayName, reason })
          : openPreview(target, title, { displayName, reason, minutes })
      }
    >
      <dl className="column-3">
        <NamedProperty label={target.kind === 'paper' ? 'Paper' : 'Board'} text={title} />
      </dl>
      <Presence id={target.id} isNote />
      <TextField {...field('displayName')} label="Display name" data-autofocus aria-required />
      <ReasonField {...field('reason')} />
      {target.kind === 'paper' && before === undefined && (
        <Choices
          inline
          begins={false}
          legend="How to visit"
          choices={[
            [false, 'Open in Easel'],
            [true, 'Open in a browser, with a copied link'],
          ]}
          value={inBrowser}
          onChange={setInBrowser}
        />
      )}
      {!inBrowser && (
        <SelectField
          label="Leave the room after"
          value={minutes}
          choices={VISIT_MINUTES.map((each) => [each, `${each} minutes`] as const)}
          onChoose={setMinutes}
        />
      )}
      <p>
        {displayName === '' ? (
          'Everyone in the room will see you.'
        ) : (
          <>
            Everyone in the room sees you as “<PersonName name={displayName} />
            ”.
          </>
        )}{' '}
        {inBrowser
          ? 'Anyone who has the link can join under this name.'
          : 'There is no view-only mode. Easel blocks your input on this computer until you allow it.'}
      </p>
      {inBrowser && (
        <p className="warning">
          Easel can’t end this visit or block input in your browser. To leave, close the browser tab.
        </p>
      )}
      {boardsRefused && <p className="warning">{NO_BOARD_ROOMS}.</p>}
      <TroubleNote part="paper-api" />
    </FormDialog>
  );
}
