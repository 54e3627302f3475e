/** The dialogs of the papers screen. */
export { AddPaperDialog } from './add-paper-dialog.tsx';
export { CopyLinkDialog } from './copy-link-dialog.tsx';
export { DeletePaperDialog } from './delete-paper-dialog.tsx';
export { NewPaperDialog } from './new-paper-dialog.tsx';
