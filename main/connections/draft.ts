/** Reads what the connection form holds, field by field. */
import { ENVIRONMENTS, type ConnectionDraft, type Environment } from '../../preload/contract/domain.ts';
import { fail, ok, type Failure, type Result } from '../../preload/contract/failure.ts';
import { readApiKey, type ApiKey } from '../service/api-key.ts';
import { failure } from '../service/failures.ts';
import { readAddress } from './addresses.ts';

/** A form without mistakes. `key` is null when the stored one is kept. */
export interface ReadDraft {
  readonly id: string | null;
  readonly name: string;
  readonly environment: Exclude<Environment, 'practice'>;
  readonly paperApi: string;
  readonly boardApi: string;
  readonly appUrl: string;
  readonly key: ApiKey | null;
}

type Fields = Record<string, string>;

/**
 * Reads every field and gives either the whole or `invalid-input` with one sentence for each field that is wrong.
 *
 * `keyKnown`: a key is stored for this connection already, so an empty field keeps it.
 */
export function readDraft(draft: ConnectionDraft, keyKnown: boolean): Result<ReadDraft> {
  const fields: Fields = {};
  const name = draft.name.trim();
  if (name === '') fields['name'] = 'Give the connection a name.';
  else if (name.length > 80) fields['name'] = 'Use at most 80 characters.';
  const { environment } = draft;
  if (!ENVIRONMENTS.includes(environment) || environment === 'practice') {
    fields['environment'] = 'Choose Production, Staging or Test.';
  }
  const paperApi = address('paperApi', draft.paperApi, fields);
  const boardApi = address('boardApi', draft.boardApi, fields);
  const appUrl = address('appUrl', draft.appUrl, fields);
  const key = readKey(draft.apiKey, keyKnown, fields);
  if (Object.keys(fields).length > 0 || environment === 'practice') return fail(invalidInput(fields));
  return ok({ id: draft.id, name, environment, paperApi, boardApi, appUrl, key });
}

function address(field: string, typed: string, fields: Fields): string {
  const read = readAddress(typed);
  if (read.ok) return read.value;
  fields[field] = read.error;
  return '';
}

function readKey(typed: string | null, keyKnown: boolean, fields: Fields): ApiKey | null {
  if (typed === null || typed.trim() === '') {
    if (!keyKnown) fields['apiKey'] = 'Paste the API key from your account’s dashboard.';
    return null;
  }
  const key = readApiKey(typed);
  if (key.ok) return key.value;
  fields['apiKey'] = key.error;
  return null;
}

/** The failure that puts each sentence beside its field. */
export function invalidInput(fields: Readonly<Record<string, string>>): Failure {
  return failure('invalid-input', { fields });
}
