import { useEffect } from 'react';
import type { Picture } from '../../preload/contract/pictures.ts';
import { useApp } from '../store/use-app.ts';
import { classNames } from './class-names.ts';
import styles from './picture.module.css';

export function usePicture(id: string | null): Picture | null {
  const picture = useApp((state) => (id === null ? null : state.cachedPictures.get(id)));
  const want = useApp((state) => state.wantPicture);
  useEffect(() => {
    if (id !== null && picture === undefined) want(id);
  }, [id, picture, want]);
  return picture ?? null;
}

type Size = 'filling' | 'wide' | 'beside' | 'small' | 'inline';

/** Picture of a room. The alt text is empty, because the room's name is next to the picture. */
export function Shown({ source, size }: { readonly source: string; readonly size: Size }) {
  return (
    <span className={classNames('fixed box sunken', styles.frame, styles[size])}>
      <img src={source} alt="" draggable={false} className={`wide full sensitive ${styles.image}`} />
    </span>
  );
}

export function SmallPicture({ id, size }: { readonly id: string | null; readonly size: Size }) {
  const picture = usePicture(id);
  return picture === null ? null : <Shown source={picture.source} size={size} />;
}
