/** Views are kept under a name, get another one, and are removed. No board changes by any of it. */
import type { Failure } from '../../../../preload/contract/failure.ts';
import { FormDialog } from '../../../parts/dialog/form-dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { useActions, useApp } from '../../../store/use-app.ts';
import { useFields, useSubmit } from '../../../store/use-dialog.ts';
import { filterSentence } from '../filters/filters.ts';

/** Most characters of a view's name. */
const LONGEST_NAME = 80;

/** Keeps the present question under a name. */
export function SaveViewDialog() {
  const save = useApp((state) => state.saveBoardView);
  const { find, filters } = useApp((state) => state.boardQuery);
  const parts = [...(find === '' ? [] : [`Search: ${find}`]), ...filters.map(filterSentence)];
  return (
    <NameDialog
      title="Save as view"
      action="Save view"
      initial=""
      done={(name) => `Saved view ${name}.`}
      onSave={(name) => save(name, null)}
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

/** Gives a view another name. */
export function RenameViewDialog({ viewId }: { readonly viewId: string }) {
  const view = useApp((state) => state.boardViews.find((each) => each.id === viewId) ?? null);
  const rename = useApp((state) => state.renameBoardView);
  if (view === null) return null;
  return (
    <NameDialog
      title="Rename view"
      action="Rename view"
      initial={view.name}
      done={(name) => `Renamed view to ${name}.`}
      onSave={(name) => rename(viewId, name)}
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

/** Asks before a view is removed. The boards are not touched, so the button is none of danger. */
export function RemoveViewDialog({ viewId }: { readonly viewId: string }) {
  const view = useApp((state) => state.boardViews.find((each) => each.id === viewId) ?? null);
  const { removeBoardView: remove, announce } = useActions();
  const form = useSubmit();
  if (view === null) return null;
  const { name } = view;

  async function confirm(): Promise<void> {
    if (await form.submit(() => remove(viewId))) announce(`Removed view ${name}.`);
  }

  return (
    <FormDialog asks title="Remove view?" action="Remove view" form={form} onSubmit={() => void confirm()}>
      <p>
        Removes <strong>{name}</strong>. No board changes.
      </p>
    </FormDialog>
  );
}
