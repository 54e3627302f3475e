/** The pane beside the rows: what is known of the current one, in three views. */
import { useState, type ReactNode } from 'react';
import type { Field } from '../../../preload/contract/boards.ts';
import { Tabs, type Tab } from '../tabs.tsx';
import { FieldList } from './field-list.tsx';
import styles from './inspector.module.css';
import { Quiet } from './quiet.tsx';
import { RawAnswer } from './raw-answer.tsx';

type View = 'summary' | 'fields' | 'json';

const VIEWS: readonly Tab<View>[] = [
  { id: 'summary', label: 'Summary' },
  { id: 'fields', label: 'Fields' },
  { id: 'json', label: 'JSON' },
];

export interface InspectorProps {
  /** Names the tabs: "Board details". */
  readonly label: string;
  readonly summary: ReactNode;
  /** Fields beyond those of the summary; null while they are not known. */
  readonly fields: readonly Field[] | null;
  /** The answer as it came; null when there is none. */
  readonly raw: string | null;
  /** Said in place of fields and answer while there are none. */
  readonly without: string;
}

/** The three views of one thing. Which of them is in front outlives a change of the row. */
export function Inspector({ label, summary, fields, raw, without }: InspectorProps): React.JSX.Element {
  const [view, setView] = useState<View>('summary');
  return (
    <Tabs label={label} tabs={VIEWS} selected={view} onSelect={setView}>
      {view === 'summary' && <div className={styles.panel}>{summary}</div>}
      {view === 'fields' && (fields === null ? <Quiet>{without}</Quiet> : <FieldList fields={fields} />)}
      {view === 'json' && (raw === null ? <Quiet>{without}</Quiet> : <RawAnswer text={raw} />)}
    </Tabs>
  );
}
