/** Files that are dragged onto the window: a calm place to drop one, what can't be taken, and the question that follows. */
import { FileDown, FileX } from 'lucide-react';
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
import type { DialogState } from '../store/ui-slice.ts';
import { useActions, useApp, useAppStore } from '../store/use-app.ts';
import { useSubmit } from '../store/use-dialog.ts';
import styles from './drop-target.module.css';

/** What can be told of files before they are dropped: how many, and of which kind, where the system says so. */
export function whyNot(types: readonly string[]): string | null {
  if (types.length > 1) return 'One file at a time';
  const [type = ''] = types;
  return /^(?:image|audio|video|font)\/|pdf|zip/u.test(type) ? 'Easel can’t open this file' : null;
}

/** The place to drop a file, over everything, while one is dragged; none over a dialog, which is answered first. */
export function DropTarget() {
  const store = useAppStore();
  const hasDialog = useTopDialog() !== null;
  const [why, setWhy] = useState<string | null | undefined>();
  useEffect(() => {
    const over = (event: DragEvent): void => {
      const data = event.dataTransfer;
      if (data === null || !data.types.includes('Files')) return;
      // Without this the window would go to the file.
      event.preventDefault();
      const items = [...data.items].filter(({ kind }) => kind === 'file');
      const refused = whyNot(items.map(({ type }) => type));
      const isOff = hasDialog || isLocked(store.getState());
      data.dropEffect = refused === null && !isOff ? 'copy' : 'none';
      setWhy(isOff ? undefined : refused);
    };
    const away = (event: DragEvent): void => {
      // It left the window, not only a part of it.
      if (event.type === 'drop' || event.relatedTarget === null) setWhy(undefined);
    };
    const drop = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
      away(event);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', away);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', away);
      window.removeEventListener('drop', drop);
    };
  }, [hasDialog, store]);
  if (why === undefined) return null;
  const Icon = why === null ? FileDown : FileX;
  return (
    <div className={`centre ${styles.target}`} data-refused={why !== null || undefined}>
      <div className={`column-2 popup padded ${styles.card}`} role="status">
        <Icon className={why === null ? 'accent' : 'muted'} size={32} />
        <p className="title bold">{why ?? 'Drop to open'}</p>
        <p className="muted">{TAKEN}</p>
      </div>
    </div>
  );
}

/** What each is called, the command that opens it from the menu, and what shows it then. */
const OPENS = {
  import: ['exported connections or notes', importFile, { kind: 'import' }],
  papers: ['a list of papers', addPapers, null],
  plan: ['a cleanup plan', openCleanupPlan, null],
  names: ['names', classPack, null],
} as const satisfies Record<DropPurpose, readonly [string, object, DialogState | null]>;

/** Opens a file that was dropped: a drop alone is no press. */
export function DroppedFileDialog({
  name,
  purpose,
}: {
  readonly name: string;
  readonly purpose: DropPurpose;
}) {
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
    // What is made of names is a paper.
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
