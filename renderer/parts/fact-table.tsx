import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface FactTableProps {
  readonly className?: string | undefined;
  readonly caption: string;
  readonly heads: readonly string[];
  readonly children: ReactNode;
}

export function FactTable({ className, caption, heads, children }: FactTableProps) {
  return (
    <table className={classNames('table selectable', className)}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
