import { useState } from 'react';
import { FileText } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { classNames } from '../../parts/class-names.ts';
import { Field } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { useActions } from '../../store/use-app.ts';
import type { NameTable } from '../../store/bulk-slice.ts';
import { headedColumns, linesOf, longNamesSentence, type NameList, namesIn, namesSentence } from './typed.ts';

export interface NamesFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: string | undefined;
  readonly list: NameList;
  readonly onBoth: (both: boolean) => void;
  /** They are people, whom a room shows. */
  readonly people?: boolean;
  /** The table that they were taken from before a person chose one. */
  readonly from?: NameTable | undefined;
}

/** As much as main takes of one list. */
const LONGEST_LIST = 2_000_000;

/**
 * A list of names, a line each, typed, pasted or taken from a table in a file. One that comes again is left out, unless a
 * person says otherwise.
 */
export function NamesField(props: NamesFieldProps) {
  const { value, onChange, error, list, onBoth, people = false, from = null } = props;
  const { readNameTable, raise } = useActions();
  const [table, setTable] = useState<NameTable | null>(from);
  const [column, setColumn] = useState('');

  function take({ rows }: NameTable, chosen: string): void {
    setColumn(chosen);
    const columns = chosen === '' ? null : chosen.split(' ').map(Number);
    onChange(linesOf(namesIn(rows, columns)));
  }
  async function choose(): Promise<void> {
    const read = await readNameTable();
    if (!read.ok) raise(read.error);
    else if (read.value !== null) {
      setTable(read.value);
      take(read.value, '');
    }
  }

  const long = people ? longNamesSentence(list) : '';
  return (
    <div className="column-2">
      <Field label="Names" error={error} hint={`${namesSentence(list)} ${long}`.trim()} impersonal>
        {(control) => (
          <textarea
            {...control}
            rows={7}
            maxLength={LONGEST_LIST}
            spellCheck={false}
            className={classNames('control wide area', value !== '' && 'sensitive')}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            data-autofocus
          />
        )}
      </Field>
      <div className="row wrap">
        <Button icon={<FileText size={14} />} onClick={() => void choose()}>
          Choose CSV…
        </Button>
        {table !== null && (
          <>
            <span className="sensitive ellipsis">{table.fileName}</span>
            <label className="row-tight">
              Names in{' '}
              <Select value={column} choices={columnsOf(table)} onChoose={(chosen) => take(table, chosen)} />
            </label>
          </>
        )}
      </div>
      {list.repeated > 0 && (
        <Choice checked={list.keepsBoth} onChange={onBoth} hint="As “Ada”, “Ada (2)”.">
          Keep people of the same name apart
        </Choice>
      )}
    </div>
  );
}

/** What names may be in: by the headings first, then each column. */
function columnsOf({ rows }: NameTable): readonly (readonly [value: string, name: string])[] {
  const headed = headedColumns(rows);
  const [heads = []] = rows;
  const nameOf = (column: number): string =>
    headed === null ? `Column ${column + 1}` : heads[column]?.trim() || `Column ${column + 1}`;
  const width = Math.max(...rows.map((row) => row.length), 1);
  const guess = headed === null ? nameOf(0) : headed.map(nameOf).join(' and ');
  return [
    ['', guess],
    ...Array.from({ length: width }, (_, column) => [String(column), nameOf(column)] as const).filter(
      ([, name]) => name !== guess,
    ),
  ];
}
