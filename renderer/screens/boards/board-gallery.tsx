/** Boards, and papers, by their pictures. */
import { ShieldCheck, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BoardLocal, BoardRow } from '../../../preload/contract/boards.ts';
import type { RowsProps } from '../../parts/data-grid/grid-rows.ts';
import { Gallery, TileContent } from '../../parts/gallery/gallery.tsx';
import { QueuedMark } from '../../parts/queued-mark.tsx';
import { ServiceMoment } from '../../parts/relative-time/relative-time.tsx';
import { useApp } from '../../store/use-app.ts';
import { LabelField } from './notes/local-notes.tsx';

export function BoardGallery(props: RowsProps<BoardRow>) {
  return <Gallery {...props} tile={BoardTile} />;
}

function BoardTile({ row }: { readonly row: BoardRow }) {
  const { id, local, created, vanishedAt } = row;
  const label = local?.label ?? '';
  return (
    <RoomTile
      {...row}
      name={label}
      age={<ServiceMoment time={created} />}
      standing={vanishedAt === null ? '' : 'vanished'}
      field={id !== null && <LabelField boardId={id} label={label} />}
    />
  );
}

interface RoomTileProps {
  readonly id: string | null;
  readonly name: string;
  readonly age: ReactNode;
  readonly local: BoardLocal | null;
  readonly queued?: boolean;
  readonly isTemplate?: boolean;
  readonly note?: string;
  /** How it stands at the service, where that is to be said. */
  readonly standing: string;
  /** In place of its name while it is renamed. */
  readonly field: ReactNode;
}

export function RoomTile(props: RoomTileProps) {
  const { id, name, age, local, queued = false, isTemplate = false, note = '', standing, field } = props;
  const isRenamed = useApp(({ renaming }) => renaming !== null && renaming.id === id);
  return (
    <TileContent
      id={id}
      name={name}
      age={age}
      tags={local?.tags ?? []}
      note={note}
      marks={
        <>
          {id !== null && standing === '' && <QueuedMark id={id} amongMany={queued} />}
          {standing !== '' && <em className="muted fixed">{standing}</em>}
          {local?.protected === true && <ShieldCheck className="fixed" size={13} aria-label="Protected" />}
          {isTemplate && <Star className="fixed" size={13} aria-label="Template" />}
        </>
      }
      caption={id === null ? <em className="muted">no id</em> : isRenamed ? field : undefined}
    />
  );
}
