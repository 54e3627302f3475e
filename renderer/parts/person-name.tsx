import { visible } from '../lib/format.ts';

export function PersonName({ name }: { readonly name: string }) {
  return <bdi className="sensitive">{visible(name)}</bdi>;
}
