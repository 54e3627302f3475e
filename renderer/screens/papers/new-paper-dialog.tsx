import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { TextField } from '../../parts/field.tsx';
import { TroubleNote } from '../../parts/trouble-note.tsx';
import { useApp } from '../../store/use-app.ts';
import { useSubmit, type FieldErrors } from '../../store/use-dialog.ts';
import styles from './papers-screen.module.css';
import { pickedTemplate, TemplateField, type TemplateChoice } from './template-field.tsx';

/** The interface shows no limit for names; longer ones than this are likely to be refused or cut. */
const LONG_NAME = 255;

/** Asks for the name and the template of a new paper, and creates it. */
export function NewPaperDialog({ templateId }: { readonly templateId: string | null }): React.JSX.Element {
  const createPaper = useApp((state) => state.createPaper);
  const [name, setName] = useState('');
  const [template, setTemplate] = useState<TemplateChoice>({ picked: templateId ?? '', pasted: '' });
  const form = useSubmit();
  const { busy, errors, failure, close } = form;

  function create(): void {
    const wrong: FieldErrors = name.trim() === '' ? { name: 'Enter a name.' } : {};
    void form.submit(() => createPaper(name.trim(), pickedTemplate(template)), wrong);
  }

  const unknown = failure?.code === 'outcome-unknown';
  return (
    <Dialog
      title="New paper"
      onClose={close}
      // Enter alone must not send a second one after the first has ended in the dark.
      onSubmit={unknown ? close : create}
      footer={
        unknown ? (
          <>
            {/* Away from where Cancel and Create paper were a moment ago. */}
            <Button className={styles.aside} busy={busy} onClick={create}>
              Create again
            </Button>
            <Button type="submit" variant="primary">
              Close
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary" busy={busy}>
              Create paper
            </Button>
          </>
        )
      }
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        error={errors['name']}
        hint={
          name.length > LONG_NAME
            ? `${name.length} characters. The service may refuse names above ${LONG_NAME}.`
            : undefined
        }
        data-autofocus
        aria-required
      />
      <TemplateField choice={template} onChange={setTemplate} error={errors['templateId']} />
      {failure === null && <TroubleNote part="paper-api" />}
      {failure !== null && <FailureNotice failure={failure} />}
      {unknown && <p>It is listed above the papers.</p>}
    </Dialog>
  );
}
