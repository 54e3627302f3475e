/** A small picture of a board or paper, as its preview was left. */
import { useEffect } from 'react';
import type { Picture } from '../../preload/contract/pictures.ts';
import { useApp } from '../store/use-app.ts';
import { classNames } from './class-names.ts';
import styles from './picture.module.css';

/** The picture of a thing, once it is here; null where there is none. */
export function usePicture(id: string | null): Picture | null {
  const picture = useApp((state) => (id === null ? null : state.heldPictures.get(id)));
  const want = useApp((state) => state.wantPicture);
  useEffect(() => {
    if (id !== null && picture === undefined) want(id);
  }, [id, picture, want]);
  return picture ?? null;
}

/** `filling`: all of what it stands in. `wide`: as wide as there is room. `beside`: next to a few words. `small`: in a line; `inline`:
 * no higher than its words. */
type Size = 'filling' | 'wide' | 'beside' | 'small' | 'inline';

interface ShownProps {
  readonly source: string;
  readonly size: Size;
}

/** It says nothing that does not stand beside it, so that it has no words of its own. */
export function Shown({ source, size }: ShownProps) {
  return (
    <span className={classNames(styles.frame, styles[size])}>
      <img src={source} alt="" draggable={false} className={`sensitive ${styles.image}`} />
    </span>
  );
}

interface SmallPictureProps {
  readonly id: string | null;
  readonly size: Size;
}

/** The picture of a board or paper of the connection in front that was seen; nothing for another one. */
export function SmallPicture({ id, size }: SmallPictureProps) {
  const picture = usePicture(id);
  return picture === null ? null : <Shown source={picture.source} size={size} />;
}
