import type { BoardRow } from '../../../preload/contract/boards.ts';
import type { RowsProps } from '../../parts/data-grid/grid-rows.ts';
import { Gallery, RoomTile } from '../../parts/gallery/gallery.tsx';
import { ServiceMoment } from '../../parts/relative-time/relative-time.tsx';
import { LabelField } from './notes/local-notes.tsx';

export function BoardGallery(props: RowsProps<BoardRow>) {
  return <Gallery {...props} tile={BoardTile} />;
}

function BoardTile({ row }: { readonly row: BoardRow }) {
  const { id, local, created, vanishedAt } = row;
  return (
    <RoomTile
      {...row}
      name={local?.label ?? ''}
      age={<ServiceMoment time={created} />}
      standing={vanishedAt === null ? '' : 'vanished'}
      field={id !== null && <LabelField boardId={id} />}
    />
  );
}
