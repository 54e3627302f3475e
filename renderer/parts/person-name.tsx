import { visible } from '../lib/format.ts';

/** Name from user input. Shows invisible characters and isolates the text direction. */
export function PersonName({ name }: { readonly name: string }) {
  return <bdi className="sensitive">{visible(name)}</bdi>;
}
