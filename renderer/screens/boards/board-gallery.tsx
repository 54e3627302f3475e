/** The boards by their pictures. */
import { ShieldCheck } from 'lucide-react';
import type { BoardRow } from '../../../preload/contract/boards.ts';
import { Gallery, TileContent, type GalleryProps } from '../../parts/gallery/gallery.tsx';
import { QueuedMark } from '../../parts/queued-mark.tsx';
import { ServiceMoment } from '../../parts/relative-time/relative-time.tsx';
import { useApp } from '../../store/use-app.ts';
import { LabelField } from './notes/local-notes.tsx';

/** The gallery of boards. */
export function BoardGallery(props: Omit<GalleryProps<BoardRow>, 'tile'>) {
  return <Gallery {...props} tile={BoardTile} />;
}

function BoardTile({ row: { id, local, created, vanishedAt, queued } }: { readonly row: BoardRow }) {
  const isRenamed = useApp(({ renaming }) => renaming !== null && renaming.id === id);
  const label = local?.label ?? '';
  return (
    <TileContent
      id={id}
      name={label}
      age={<ServiceMoment time={created} />}
      tags={local?.tags ?? []}
      marks={
        <>
          {vanishedAt === null ? (
            id !== null && <QueuedMark id={id} amongMany={queued === true} />
          ) : (
            <em className="muted fixed">vanished</em>
          )}
          {local?.protected === true && <ShieldCheck className="fixed" size={13} aria-label="Protected" />}
        </>
      }
      caption={
        id === null ? (
          <em className="muted">no id</em>
        ) : isRenamed ? (
          <LabelField boardId={id} label={label} />
        ) : undefined
      }
    />
  );
}
