import { visible } from '../lib/format.ts';

/** Shows a name that a user typed. Makes invisible characters visible, and isolates right-to-left text. */
export function PersonName({ name }: { readonly name: string }) {
  return <bdi className="sensitive">{visible(name)}</bdi>;
}
