import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { DropPurpose } from '../../preload/contract/connections.ts';
import { openCleanupPlan } from '../commands/jobs-commands.ts';
import { importFile } from '../commands/keys-commands.ts';
import { addPapers, classPack, openingInPapers } from '../commands/papers-commands.ts';
import { disabledReason } from '../commands/run.ts';
import { useTopDialog } from '../parts/dialog/dialog.tsx';
import { FormDialog } from '../parts/dialog/form-dialog.tsx';
import { isLocked } from '../store/lock-slice.ts';
import { TAKEN } from '../store/transfer-slice.ts';
import type { DialogProps, DialogState } from '../store/ui-slice.ts';
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
      // Without `preventDefault`, Chromium would navigate the window to the dropped file.
      event.preventDefault();
      const isOne = [...data.items].filter(({ kind }) => kind === 'file').length === 1;
      const takes = isOne && !hasDialog && !isLocked(store.getState());
      data.dropEffect = takes ? 'copy' : 'none';
      setOver(takes);
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      // `relatedTarget` is null only if the drag leaves the window, not if it moves between elements.
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
        <p className="title bold">Drop to open</p>
        <p className="muted">{TAKEN}</p>
      </div>
    </div>
  );
}

const OPENS = {
  import: ['exported connections or notes', importFile, { kind: 'import' }],
  papers: ['a list of papers', addPapers, null],
  plan: ['a cleanup plan', openCleanupPlan, null],
  names: ['names', classPack, null],
} as const satisfies Record<DropPurpose, readonly [string, object, DialogState | null]>;

/** Asks for a click after a file was dropped, because the main process opens no file on a drop alone. */
export function DroppedFileDialog({ name, purpose }: DialogProps<'dropped-file'>) {
  const store = useAppStore();
  const { openImport, openPlan, openDialog, readPaperList, readNameTable } = useActions();
  const [what, command, shows] = OPENS[purpose];
  const off = useApp((state) => disabledReason(command, state));
  const form = useSubmit();
  async function open(): Promise<void> {
    let next: DialogState | null = shows;
    const isOpen = await form.submit(async () => {
      if (purpose === 'import') return openImport();
      if (purpose === 'papers') {
        const list = await readPaperList();
        if (list.ok && list.value !== null) next = { kind: 'add-papers', list: list.value.text };
        return list;
      }
      if (purpose === 'names') {
        const read = await readNameTable();
        if (read.ok && read.value !== null)
          next = { kind: 'class-pack', templateId: null, table: read.value };
        return read;
      }
      const plan = await openPlan();
      if (plan.ok && plan.value !== null) next = { kind: 'run-plan', review: plan.value };
      return plan;
    });
    if (!isOpen || next === null) return;
    if (purpose === 'papers' || purpose === 'names') await openingInPapers(next)(store.getState(), store);
    else openDialog(next);
  }
  return (
    <FormDialog
      title={command.label.replace('…', '')}
      action="Open file"
      off={off}
      form={form}
      onSubmit={() => void open()}
    >
      <p>
        <strong className="sensitive">{name}</strong> holds {what}.
      </p>
      {off !== null && <p className="warning">{off}.</p>}
    </FormDialog>
  );
}
