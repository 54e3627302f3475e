import * as v from 'valibot';
import type { LocalChange } from '../../preload/contract/boards.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { readFileId } from '../lib/pasted.ts';
import { cleanLine, cleanLines } from '../lib/wording/clean.ts';
import { wrongFields } from '../lib/wording/failure.ts';
import { MOST_TAGS, uniqueTags, type NoteChange } from '../store/tables/change-note.ts';

const LONGEST = { label: 200, note: 4000, customer: 200, tag: 60 } as const;

export function readLine(part: 'label' | 'customer', written: string): Result<string, string> {
  const text = cleanLine(written);
  return text.length > LONGEST[part] ? fail(`Use at most ${LONGEST[part]} characters.`) : ok(text);
}

export function readNoteText(written: string): Result<string, string> {
  const text = cleanLines(written);
  return text.length > LONGEST.note ? fail(`Use at most ${LONGEST.note} characters.`) : ok(text);
}

/** Removes empty tags, and tags that equal an earlier tag except for case. Fails if a tag is too long. */
export function readTags(written: readonly string[]): Result<readonly string[], string> {
  const tags = uniqueTags(written.map(cleanLine).filter((tag) => tag !== ''));
  if (tags.some((tag) => tag.length > LONGEST.tag)) {
    return fail(`Use at most ${LONGEST.tag} characters for each tag.`);
  }
  return tags.length > MOST_TAGS ? fail(`Use at most ${MOST_TAGS} tags.`) : ok(tags);
}

/** Returns a schema that transforms a value with `read`. If `read` fails, its message becomes the schema's issue. */
export function readBy<In, Out>(schema: v.GenericSchema<In>, read: (written: In) => Result<Out, string>) {
  return v.pipe(
    schema,
    v.rawTransform<In, Out>(({ dataset, addIssue, NEVER }) => {
      const result = read(dataset.value);
      if (result.ok) return result.value;
      addIssue({ message: result.error });
      return NEVER;
    }),
  );
}

const LONGEST_ID = 512;

/** Schema of a board's notes in an imported file. A missing field leaves the board's field unchanged. */
export const fileNote = v.object({
  id: readBy(v.string(), (written) => {
    const id = readFileId(written);
    if (!id.ok) return id;
    if (id.value === '') return fail('The board id is missing.');
    return id.value.length > LONGEST_ID ? fail(`Use at most ${LONGEST_ID} characters.`) : id;
  }),
  label: v.exactOptional(readBy(v.string(), (text) => readLine('label', text))),
  note: v.exactOptional(readBy(v.string(), readNoteText)),
  tags: v.exactOptional(readBy(v.array(v.string()), readTags)),
  customer: v.exactOptional(readBy(v.string(), (text) => readLine('customer', text))),
  protected: v.exactOptional(v.boolean()),
});
export type FileNote = Readonly<v.InferOutput<typeof fileNote>>;

export function readChange(change: LocalChange): Result<NoteChange> {
  const fields: Record<string, string> = {};
  function part<T>(name: keyof LocalChange, read: Result<T, string> | null): T | null {
    if (read === null) return null;
    if (read.ok) return read.value;
    fields[name] = read.error;
    return null;
  }
  const { label, note, customer, addTags = [], removeTags = [] } = change;
  const checked = {
    label: part('label', label === undefined ? null : readLine('label', label)),
    note: part('note', note === undefined ? null : readNoteText(note)),
    customer: part('customer', customer === undefined ? null : readLine('customer', customer)),
    addTags: part('addTags', readTags(addTags)) ?? [],
    removeTags: part('removeTags', readTags(removeTags)) ?? [],
    protected: change.protected ?? null,
  };
  return Object.keys(fields).length === 0 ? ok(checked) : fail(wrongFields(fields));
}
