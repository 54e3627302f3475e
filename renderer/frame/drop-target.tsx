import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { DropPurpose } from '../../preload/contract/connections.ts';
import type { Command } from '../commands/command.ts';
import { openCleanupPlan } from '../commands/jobs-commands.ts';
import { importFile } from '../commands/keys-commands.ts';
import { addPapers, classPack, openingInPapers } from '../commands/papers-commands.ts';
import { disabledReason } from '../commands/run.ts';
import { useTopDialog } from '../parts/dialog/dialog.tsx';
import { FormDialog } from '../parts/dialog/form-dialog.tsx';
import { isLocked } from '../store/lock-slice.ts';
import { TAKEN } from '../store/transfer-slice.ts';
import type { DialogState, PropsOf } from '../store/ui-slice.ts';
import { useActions, useApp, useAppStore } from '../store/use-app.ts';
import { useSubmit } from '../store/use-dialog.ts';
import styles from './drop-target.module.css';

export function DropTarget() {
  const store = useAppStore();
  const hasDialog = useTopDialog() !== null;
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const over = (event: DragEvent): void => {
      const data = event.dataTransfer;
      if (data === null || !data.types.includes('Files')) return;
      event.preventDefault();
      const isOne = [...data.items].filter(({ kind }) => kind === 'file').length === 1;
      const takes = isOne && !hasDialog && !isLocked(store.getState());
      data.dropEffect = takes ? 'copy' : 'none';
      setOver(takes);
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      // `dragleave` also fires between elements, but `relatedTarget` is null only if the drag leaves the window.
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
      setOver(false);
    };
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, [hasDialog, store]);
  if (!isOver) return null;
  return (
    <div className={`centre ${styles.target}`}>
      <div className={`column-2 popup padded ${styles.card}`} role="status">
        <FileDown className="accent" size={32} />
        <p className="title bold">Drop files to open them</p>
        <p className="muted">{TAKEN}</p>
      </div>
    </div>
  );
}

const OPENS: Readonly<Record<DropPurpose, readonly [string, Command]>> = {
  import: ['exported connections or notes', importFile],
  papers: ['a list of papers', addPapers],
  plan: ['a cleanup plan', openCleanupPlan],
  names: ['names', classPack],
};

/** Dialog that asks for a click after a drop, because a drop alone does not permit main to open the file. */
export function DroppedFileDialog({ name, purpose }: PropsOf<'dropped-file'>) {
  const store = useAppStore();
  const { openPlan, openDialog, readPaperList, readNameTable, closeDialog } = useActions();
  const [what, command] = OPENS[purpose];
  const off = useApp((state) => disabledReason(command, state));
  const form = useSubmit();
  const showInPapers = (dialog: DialogState) => openingInPapers(dialog)(store.getState(), store);
  /** Opens the dialog for the dropped file. The next call that opens a file then uses this file without asking. */
  async function open() {
    if (purpose === 'import') {
      openDialog({ kind: 'import' });
      return null;
    }
    if (purpose === 'plan') return openPlan();
    if (purpose === 'papers') {
      const list = await readPaperList();
      if (list.ok && list.value !== null) await showInPapers({ kind: 'add-papers', list: list.value.text });
      return list;
    }
    const table = await readNameTable();
    if (table.ok && table.value !== null)
      await showInPapers({ kind: 'class-pack', templateId: null, table: table.value });
    return table;
  }
  return (
    <FormDialog
      title={command.label.replace('…', '')}
      action="Open file"
      off={off}
      form={form}
      onSubmit={open}
      onClose={closeDialog}
    >
      <p>
        <strong className="sensitive">{name}</strong> contains {what}.
      </p>
      {off !== null && <p className="warning">{off}.</p>}
    </FormDialog>
  );
}
