import { useState } from 'react';
import type { SnippetLanguage, SnippetOf } from '../../../preload/contract/snippets.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SelectField } from '../../parts/field.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useAnswer } from '../../store/use-answer.ts';
import type { PropsOf } from '../../store/ui-slice.ts';
import { useActions } from '../../store/use-app.ts';
import { useDialog } from '../../store/use-dialog.ts';
import styles from './snippets.module.css';

type Operation = SnippetOf['operation'];

const OPERATIONS: Readonly<Record<'paper' | 'board', readonly (readonly [Operation, string])[]>> = {
  paper: [
    ['make-token', 'Create an access token for this paper'],
    ['embed', 'Embed this paper in a web page'],
    ['create-from', 'Create a paper with this paper as template'],
    ['create-paper', 'Create an empty paper'],
    ['delete-paper', 'Delete this paper'],
  ],
  board: [
    ['view-board', 'View this board'],
    ['list-boards', 'List boards'],
    ['create-board', 'Create a board'],
    ['delete-board', 'Delete this board'],
  ],
};

const LANGUAGES: Readonly<Record<SnippetLanguage, string>> = {
  bash: 'cURL',
  powershell: 'PowerShell',
  html: 'HTML',
};

const NOTES: Readonly<Partial<Record<Operation, string>>> = {
  embed: 'On your server, create a token for each visitor. Anyone who finds a token in a page can use it.',
  'make-token': 'Create one token per person. Replace the name in the code with the person’s name.',
  'delete-paper': 'A deleted paper can’t be restored.',
  'delete-board': 'A deleted board can’t be restored.',
};

export function SnippetsDialog({ about, id, name }: PropsOf<'snippets'>) {
  const { snippetsOf, copy } = useActions();
  const { close } = useDialog();
  const [operation, setOperation] = useState<Operation>(about === 'paper' ? 'make-token' : 'view-board');
  const [chosen, setChosen] = useState<SnippetLanguage>('bash');
  const [result] = useAnswer(`${operation} ${id}`, () => snippetsOf({ operation, id, name }));
  const snippets = result?.ok ? result.value : [];
  const shown = snippets.find(({ language }) => language === chosen) ?? snippets[0];

  return (
    <Dialog
      title="Code snippets"
      size="large"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Close</Button>
          <Button
            variant="primary"
            disabledReason={shown === undefined ? 'The code isn’t ready yet' : null}
            onClick={() => {
              if (shown !== undefined) void copy(shown.code, `${LANGUAGES[shown.language]} code`);
            }}
          >
            Copy code
          </Button>
        </>
      }
    >
      <SelectField
        label="Request"
        value={operation}
        choices={OPERATIONS[about]}
        onChoose={setOperation}
        data-autofocus
      />
      {result?.ok === false && <FailureNotice failure={result.error} />}
      {shown !== undefined && (
        <Tabs
          label="Language"
          tabs={snippets.map(({ language }) => ({ id: language, label: LANGUAGES[language] }))}
          selected={shown.language}
          onSelect={setChosen}
        >
          <pre className={`sensitive sunken scroll inset selectable ${styles.code}`}>
            <code>{shown.code}</code>
          </pre>
        </Tabs>
      )}
      <p className="hint">
        {NOTES[operation]} The code reads the key from the environment variable <code>EASEL_API_KEY</code>.
      </p>
    </Dialog>
  );
}
