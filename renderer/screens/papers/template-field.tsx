import { useMemo } from 'react';
import { Field, TextField } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { paperTitle, templateChoices } from '../../store/papers-slice.ts';
import { useApp } from '../../store/use-app.ts';

/** Select value that opens the identifier field. No identifier has this form. */
const PASTE = '…paste';

/** `picked` is empty for no template. */
export interface TemplateChoice {
  readonly picked: string;
  readonly pasted: string;
}

/** Identifier of the chosen template, or null. */
export function pickedTemplate(choice: TemplateChoice): string | null {
  const identifier = choice.picked === PASTE ? choice.pasted.trim() : choice.picked;
  return identifier === '' ? null : identifier;
}

export interface TemplateFieldProps {
  readonly choice: TemplateChoice;
  readonly onChange: (choice: TemplateChoice) => void;
  readonly error: string | undefined;
}

export function TemplateField({ choice, onChange, error }: TemplateFieldProps) {
  const papers = useApp((state) => state.papers);
  const deletedPapers = useApp((state) => state.deletedPapers);
  const blurred = useApp((state) => state.blurred);
  const listed = useMemo(() => templateChoices({ papers, deletedPapers }), [papers, deletedPapers]);
  const pasting = choice.picked === PASTE;
  return (
    <>
      <Field
        label="Template"
        hint={choice.picked === '' ? undefined : 'Copied as it is now.'}
        error={pasting ? undefined : error}
      >
        {(control) => (
          <Select
            {...control}
            value={choice.picked}
            choices={[
              ['', 'No template'],
              // CSS can't blur the open list, because the system draws it.
              ...listed.map(
                (paper, index) =>
                  [
                    paper.identifier,
                    blurred ? `Paper ${index + 1}` : paper.name || paperTitle(paper),
                  ] as const,
              ),
              [PASTE, 'By identifier…'],
            ]}
            onChoose={(picked) => onChange({ ...choice, picked })}
          />
        )}
      </Field>
      {pasting && (
        <TextField
          label="Template identifier"
          mono
          value={choice.pasted}
          onChange={(pasted) => onChange({ ...choice, pasted })}
          error={error}
        />
      )}
    </>
  );
}
