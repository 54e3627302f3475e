/** Views are kept under a name, get another one, and are removed. No board or paper changes by any of it. */
import type { Failure } from '../../../../preload/contract/failure.ts';
import { FormDialog } from '../../../parts/dialog/form-dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { visible } from '../../../lib/format.ts';
import type { ListOf } from '../../../store/list-slice.ts';
import { useApp, useList } from '../../../store/use-app.ts';
import { useFields, useSubmit } from '../../../store/use-dialog.ts';
import { filterSentence } from '../filters/filters.ts';

const LONGEST_NAME = 80;

/** Keeps the present question under a name. */
export function SaveViewDialog({ of }: { readonly of: ListOf }) {
  const { query, actions } = useList(of);
  const { find, filters } = query;
  const parts = [
    ...(find === '' ? [] : [`Search: ${find}`]),
    ...filters.map((filter) => filterSentence(filter, of)),
  ];
  return (
    <NameDialog
      title="Save as view"
      action="Save view"
      initial=""
      done={(name) => `Saved view ${name}.`}
      onSave={(name) => actions.saveView(name, null)}
    >
      <p>It keeps the search, the filters and the order.</p>
      <ul className="sensitive">
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </NameDialog>
  );
}

interface OfView {
  readonly of: ListOf;
  readonly viewId: string;
}

export function RenameViewDialog({ of, viewId }: OfView) {
  const { views, actions } = useList(of);
  const view = views.find((each) => each.id === viewId);
  if (view === undefined) return null;
  return (
    <NameDialog
      title="Rename view"
      action="Rename view"
      initial={view.name}
      done={(name) => `Renamed view to ${name}.`}
      onSave={(name) => actions.renameView(viewId, name)}
    />
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly initial: string;
  readonly done: (name: string) => string;
  readonly onSave: (name: string) => Promise<Failure | null>;
  readonly children?: React.ReactNode;
}

function NameDialog({ title, action, initial, done, onSave, children }: NameDialogProps) {
  const announce = useApp((state) => state.announce);
  const { typed, field, ...form } = useFields({ name: initial });

  async function save(): Promise<void> {
    const trimmed = typed.name.trim();
    const saved = await form.submit(() => onSave(trimmed), { name: trimmed === '' ? 'Enter a name.' : null });
    if (saved) announce(done(trimmed));
  }

  return (
    <FormDialog title={title} action={action} form={form} onSubmit={() => void save()}>
      {children}
      <TextField label="Name" data-autofocus impersonal maxLength={LONGEST_NAME} {...field('name')} />
    </FormDialog>
  );
}

/** Asks before a view is removed. Nothing else is touched, so the button is none of danger. */
export function RemoveViewDialog({ of, viewId }: OfView) {
  const { views, actions } = useList(of);
  const announce = useApp((state) => state.announce);
  const form = useSubmit();
  const view = views.find((each) => each.id === viewId);
  if (view === undefined) return null;
  const { name } = view;

  async function confirm(): Promise<void> {
    if (await form.submit(() => actions.removeView(viewId))) announce(`Removed view ${name}.`);
  }

  return (
    <FormDialog asks title="Remove view?" action="Remove view" form={form} onSubmit={() => void confirm()}>
      <p>
        Removes <bdi className="bold">{visible(name)}</bdi>. No {of} changes.
      </p>
    </FormDialog>
  );
}
