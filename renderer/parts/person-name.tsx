import { visible } from '../lib/format.ts';

/**
 * A name as somebody typed it, in a sentence or a list: no character of it is invisible, and none turns what stands around
 * it the other way.
 */
export function PersonName({ name }: { readonly name: string }) {
  return <bdi className="sensitive">{visible(name)}</bdi>;
}
