import { useState, type ReactNode } from 'react';
import { Copy } from 'lucide-react';
import type { Field } from '../../../preload/contract/boards.ts';
import { Tabs, type Tab } from '../tabs.tsx';
import styles from './inspector.module.css';
import { useApp } from '../../store/use-app.ts';
import { Button, IconButton } from '../button.tsx';
import { visible } from '../../lib/format.ts';

type View = 'summary' | 'fields' | 'json';

const VIEWS: readonly Tab<View>[] = [
  { id: 'summary', label: 'Summary' },
  { id: 'fields', label: 'Fields' },
  { id: 'json', label: 'JSON' },
];

export interface InspectorProps {
  readonly label: string;
  readonly title: ReactNode;
  readonly summary: ReactNode;
  readonly fields: readonly Field[] | null;
  readonly raw: string | null;
  readonly without: string;
}

export function Inspector({ label, title, summary, fields, raw, without }: InspectorProps) {
  const [view, setView] = useState<View>('summary');
  return (
    <>
      <h2 className={`title fixed ${styles.title}`}>{title}</h2>
      <Tabs label={label} tabs={VIEWS} selected={view} onSelect={setView}>
        {view === 'summary' && <div className="column-3 padded-3">{summary}</div>}
        {view === 'fields' && (fields === null ? <Quiet>{without}</Quiet> : <FieldList fields={fields} />)}
        {view === 'json' && (raw === null ? <Quiet>{without}</Quiet> : <RawAnswer text={raw} />)}
      </Tabs>
    </>
  );
}

function FieldList({ fields }: { readonly fields: readonly Field[] }) {
  if (fields.length === 0) return <Quiet>No other fields.</Quiet>;
  return (
    <dl>
      {fields.map((field) => (
        <div key={field.name} className={`inset line-below ${styles.field}`}>
          <dt className="mono muted">{field.name}</dt>
          <dd className="anywhere selectable">
            <span className={field.value === '' ? 'muted' : 'sensitive'}>{field.value || 'empty'}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function RawAnswer({ text }: { readonly text: string }) {
  const copy = useApp((state) => state.copy);
  return (
    <div className={`relative ${styles.raw}`}>
      <pre className="padded-3 selectable sensitive">{text}</pre>
      <Button
        className={styles.copyRaw}
        icon={<Copy size={14} />}
        onClick={() => void copy(text, 'Response')}
      >
        Copy
      </Button>
    </div>
  );
}

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
