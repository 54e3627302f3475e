/** Asks before the delete of one board or paper is queued; its result is shown above the rows. */
import type { RoomTarget } from '../../../preload/contract/call.ts';
import { InConnection } from '../../parts/connection-mark.tsx';
import { FormDialog } from '../../parts/dialog/form-dialog.tsx';
import { Moment } from '../../parts/relative-time/relative-time.tsx';
import { Properties, Property } from '../../parts/inspector/properties.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { currentConnection } from '../../store/connections-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { useSubmit } from '../../store/use-dialog.ts';
import { holdSeconds, holdText } from './hold-wording.ts';

/** The question. */
export function DeleteDialog({ target }: { readonly target: RoomTarget }) {
  const { kind, id } = target;
  const connection = useApp(currentConnection);
  const row = useApp((state) => state.boardSelection?.row ?? null);
  const paper = useApp((state) => state.papers?.find((each) => each.identifier === id) ?? null);
  const queueDelete = useApp((state) => state.queueDelete);
  const seconds = useApp((state) => holdSeconds(state, 'single'));
  const form = useSubmit();
  if (connection === null) return null;
  return (
    <FormDialog
      danger
      asks
      title={`Delete this ${kind}?`}
      action={<InConnection action={`Delete ${kind} in`} connection={connection} />}
      form={form}
      onSubmit={() => void form.submit(() => queueDelete(target))}
    >
      <p>Deletes the {kind} for everyone. This can’t be undone.</p>
      <p>{holdText(seconds)}</p>
      <Properties>
        {kind === 'paper' && paper !== null && paper.name !== '' && (
          <Property label="Name">
            <span className="sensitive">{paper.name}</span>
          </Property>
        )}
        <Property label={kind === 'board' ? 'Board' : 'Identifier'}>
          <code className="sensitive">{id}</code>
        </Property>
        {kind === 'board' && row?.id === id && (
          <Property label="Created">
            <Moment time={row.created} />
          </Property>
        )}
      </Properties>
      <TroubleNote part={`${kind}-api`} />
    </FormDialog>
  );
}
