import { FileText } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { TextAreaField } from '../../parts/field.tsx';
import { useActions } from '../../store/use-app.ts';
import { linesOf, longNamesSentence, type NameList, namesIn, namesSentence } from './typed.ts';

export interface NamesFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error: string | undefined;
  readonly list: NameList;
  readonly onBoth: (both: boolean) => void;
  /** True if rooms show the names. */
  readonly people?: boolean;
}

/** Limit of main for one list. */
const LONGEST_LIST = 2_000_000;

/** List of names, typed, pasted or from a CSV file. */
export function NamesField({ list, onBoth, people = false, ...field }: NamesFieldProps) {
  const { readNameTable, raise } = useActions();

  async function choose(): Promise<void> {
    const read = await readNameTable();
    if (!read.ok) raise(read.error);
    else if (read.value !== null) field.onChange(linesOf(namesIn(read.value.rows)));
  }

  const long = people ? longNamesSentence(list) : '';
  return (
    <div className="column-2">
      <TextAreaField
        {...field}
        label="Names"
        hint={`${namesSentence(list)} ${long}`.trim()}
        rows={7}
        maxLength={LONGEST_LIST}
      />
      <div className="row">
        <Button icon={<FileText size={14} />} onClick={() => void choose()}>
          Choose CSV…
        </Button>
      </div>
      {list.repeated > 0 && (
        <Choice checked={list.keepsBoth} onChange={onBoth} hint="As “Ada”, “Ada (2)”.">
          Keep people of the same name apart
        </Choice>
      )}
    </div>
  );
}
