import type { Paper } from '../../../preload/contract/papers.ts';
import type { RowsProps } from '../../parts/data-grid/grid-rows.ts';
import { Gallery, RoomTile } from '../../parts/gallery/gallery.tsx';
import { RelativeTime } from '../../parts/relative-time/relative-time.tsx';
import { RenameField } from '../../parts/rename.tsx';
import { templatesOnly } from '../../store/papers-slice.ts';
import { useApp } from '../../store/use-app.ts';
import { TemplateUses } from './lineage.tsx';

export function PaperGallery(props: RowsProps<Paper>) {
  return <Gallery {...props} tile={PaperTile} />;
}

function PaperTile({ row }: { readonly row: Paper }) {
  const { identifier: id, name, local, rememberedAt, deletedAt, standing } = row;
  const isTemplates = useApp(templatesOnly);
  return (
    <RoomTile
      {...row}
      id={id}
      age={isTemplates ? <TemplateUses identifier={id} /> : <RelativeTime at={rememberedAt} />}
      note={isTemplates ? (local?.note ?? '') : ''}
      standing={deletedAt === null && standing === undefined ? '' : standingText(row).toLowerCase()}
      field={deletedAt === null ? <RenamePaper id={id} name={name} /> : null}
    />
  );
}

/** Returns the status of a deleted or unconfirmed paper, such as "No longer found". */
export function standingText({ deletedAt, standing }: Pick<Paper, 'deletedAt' | 'standing'>): string {
  if (deletedAt !== null) return standing === 'not-found' ? 'No longer found' : 'Deleted';
  return standing === 'delete-accepted' ? 'Deletion not confirmed' : 'Not confirmed';
}

export function RenamePaper({ id, name }: { readonly id: string; readonly name: string }) {
  const renamePaper = useApp((state) => state.renamePaper);
  return <RenameField id={id} label="Rename paper" placeholder="Name" saved={name} onKeep={renamePaper} />;
}
