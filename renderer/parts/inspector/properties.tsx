import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApp } from '../../store/use-app.ts';
import { IconButton } from '../button.tsx';
import { visible } from '../../lib/format.ts';
import styles from './inspector.module.css';

export function Property({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="hint">{label}</dt>
      <dd className="anywhere selectable">{children}</dd>
    </div>
  );
}

export interface NamedPropertyProps {
  readonly label: string;
  readonly text: string | null | undefined;
  readonly mono?: boolean;
}

export function NamedProperty({ label, text, mono = false }: NamedPropertyProps) {
  if (text == null || text === '') return null;
  const Text = mono ? 'code' : 'span';
  return (
    <Property label={label}>
      <Text className="sensitive">{visible(text)}</Text>
    </Property>
  );
}

export interface IdPropertyProps {
  readonly label: string;
  readonly id: string;
  readonly what: string;
}

export function IdProperty({ label, id, what }: IdPropertyProps) {
  const copy = useApp((state) => state.copy);
  return (
    <Property label={label}>
      <span className={`between start gap-1 ${styles.id}`}>
        <code className="sensitive">{id}</code>
        <IconButton
          className="fixed"
          label={`Copy ${what}`}
          icon={<Copy size={14} />}
          onClick={() => void copy(id, label)}
        />
      </span>
    </Property>
  );
}

export function Quiet({ children }: { readonly children: ReactNode }) {
  return <p className="padded-3 muted">{children}</p>;
}
