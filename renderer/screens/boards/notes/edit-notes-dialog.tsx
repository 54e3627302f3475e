import { placeOf } from '../../../store/changes.ts';
import { useState } from 'react';
import type { LocalChange } from '../../../../preload/contract/boards.ts';
import { Choices } from '../../../parts/choice.tsx';
import { FormDialog } from '../../../parts/dialog/form-dialog.tsx';
import { TextAreaField, TextField } from '../../../parts/field.tsx';
import { counted } from '../../../lib/format.ts';
import type { PropsOf } from '../../../store/ui-slice.ts';
import { useApp } from '../../../store/use-app.ts';
import { useFields } from '../../../store/use-dialog.ts';
import { LONGEST } from '../../../../preload/contract/limits.ts';
import { TagsField } from './tags-field.tsx';

const PROTECTION = [
  [null, 'Unchanged'],
  [true, 'Protected from deletion'],
  [false, 'Not protected'],
] as const;

export function EditNotesDialog({ of, selection, boards }: PropsOf<'edit-notes'>) {
  const annotate = useApp((state) => state.annotate);
  const place = useApp(placeOf);
  const { typed, field, ...form } = useFields({ label: '', customer: '', note: '' });
  const [addTags, setAddTags] = useState<readonly string[]>([]);
  const [removeTags, setRemoveTags] = useState<readonly string[]>([]);
  const [isProtected, setProtected] = useState<boolean | null>(null);
  const change = changeOf({ ...typed, addTags, removeTags, protected: isProtected });
  const title = `Change notes for ${counted(boards, of)}`;
  const unchanged = { placeholder: 'Unchanged' };
  return (
    <FormDialog
      title={title}
      size="medium"
      action={title}
      form={form}
      off={change === null ? 'Nothing changed' : null}
      onSubmit={() => annotate(of, selection, change ?? {})}
    >
      <p className="muted">Saved {place}, not on the service. You can undo this.</p>
      {of === 'board' && <TextField {...field('label')} {...unchanged} label="Label" data-autofocus />}
      <TextField {...field('customer')} {...unchanged} label="Customer" data-autofocus />
      <TextAreaField {...field('note')} {...unchanged} label="Note" rows={3} maxLength={LONGEST.line} />
      <TagsField label="Add tags" tags={addTags} onChange={setAddTags} error={form.errors['addTags']} />
      <TagsField
        label="Remove tags"
        placeholder="Tag to remove"
        tags={removeTags}
        onChange={setRemoveTags}
        error={form.errors['removeTags']}
      />
      <Choices legend="Protection" choices={PROTECTION} value={isProtected} onChange={setProtected} />
    </FormDialog>
  );
}

/** Changes to the notes of several rows. An empty text, an empty list or null does not change a note. */
interface ChangeDraft extends Required<Omit<LocalChange, 'protected'>> {
  readonly protected: boolean | null;
}

export function changeOf({ addTags, removeTags, ...draft }: ChangeDraft): LocalChange | null {
  const [label, customer, note] = [draft.label.trim(), draft.customer.trim(), draft.note.trim()];
  const change: LocalChange = {
    ...(label !== '' && { label }),
    ...(customer !== '' && { customer }),
    ...(note !== '' && { note }),
    ...(addTags.length > 0 && { addTags }),
    ...(removeTags.length > 0 && { removeTags }),
    ...(draft.protected !== null && { protected: draft.protected }),
  };
  return Object.keys(change).length === 0 ? null : change;
}
