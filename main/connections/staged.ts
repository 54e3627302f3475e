/** Reads what a person says of a key: the key itself, and what they write down about it. */
import type { ArgsOf } from '../../preload/contract/contract.ts';
import { fail, ok, type Result } from '../../preload/contract/failure.ts';
import { readApiKey, type ApiKey } from '../service/api-key.ts';
import { failure } from '../service/failures.ts';
import type { AboutKeyRecord } from '../store/tables/keys.ts';

const LONGEST_NOTE = 500;
const LONGEST_OWNER = 80;

type Staged = Pick<ArgsOf<'keys.stage'>, 'apiKey' | 'fileId'> & AboutKeyRecord;

interface ReadStaged {
  readonly key: ApiKey;
  readonly about: AboutKeyRecord;
}

/** Fails with `invalid-input` (fields `apiKey`, `note`, `owner`). `fromFile`: the key of the chosen file. */
export function readStaged(staged: Staged, fromFile: ApiKey | null): Result<ReadStaged> {
  const key = staged.fileId === null ? readApiKey(staged.apiKey ?? '') : keyOf(fromFile);
  const about = readAbout(staged);
  if (key.ok && about.ok) return ok({ key: key.value, about: about.value });
  const fields = { ...(about.ok ? {} : about.error.fields), ...(key.ok ? {} : { apiKey: key.error }) };
  return fail(failure('invalid-input', { fields }));
}

/** Fails with `invalid-input` (fields `note`, `owner`). */
export function readAbout(about: AboutKeyRecord): Result<AboutKeyRecord> {
  const { remindAt, useWhenGreen } = about;
  const [note, owner] = [about.note.trim(), about.owner.trim()];
  const fields = { ...tooLong('note', note, LONGEST_NOTE), ...tooLong('owner', owner, LONGEST_OWNER) };
  if (Object.keys(fields).length > 0) return fail(failure('invalid-input', { fields }));
  return ok({ note, owner, remindAt, useWhenGreen });
}

function keyOf(fromFile: ApiKey | null): Result<ApiKey, string> {
  return fromFile === null ? fail('This file was let go of. Choose it again.') : ok(fromFile);
}

function tooLong(field: string, text: string, most: number): Readonly<Record<string, string>> {
  return [...text].length > most ? { [field]: `Use at most ${most} characters.` } : {};
}
