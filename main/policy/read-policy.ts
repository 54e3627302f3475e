/** Reads the organisation's policy. Whatever stands at one of its places and can't be used closes Easel. */
import { fail, type Result } from '../../preload/contract/failure.ts';
import type { Env } from '../env.ts';
import { placesOf, type PolicyPlace } from './places.ts';
import { isBinaryPlist, parseBinaryPlist, parsePlist } from './plist.ts';
import type { PolicyReading } from './policy.ts';
import { readRules } from './rules.ts';
import { parseStrictJson } from '../files/strict-json.ts';
import { readTrusted } from './trusted-file.ts';

/**
 * Reads the policy of this computer, once, from the highest of its places that has one; `places` is for tests.
 *
 * Never throws. A policy that can't be trusted or understood is `broken`, and no lower place is asked then: nobody
 * knows what it would have forbidden. Only where no place has a file there is no policy.
 */
export async function readPolicy(
  env: Env,
  places: readonly PolicyPlace[] = placesOf(env),
): Promise<PolicyReading> {
  for (const place of places) {
    const source = place.file;
    const file = await readTrusted(place);
    if (file.kind === 'absent') continue;
    if (file.kind === 'refused') return { kind: 'broken', source, problem: file.problem };
    const read = readContent(file.bytes, place.format);
    return read.ok
      ? { kind: 'active', source, policy: read.value }
      : { kind: 'broken', source, problem: read.error };
  }
  return { kind: 'none' };
}

function readContent(bytes: Uint8Array, format: PolicyPlace['format']): ReturnType<typeof readRules> {
  if (format === 'plist' && isBinaryPlist(bytes)) return rulesOf(parseBinaryPlist(bytes));
  const text = decode(bytes);
  if (text === null) return fail('The file is not UTF-8 text. Save it as UTF-8.');
  return rulesOf(format === 'plist' ? parsePlist(text) : parseStrictJson(text));
}

function rulesOf(content: Result<unknown, string>): ReturnType<typeof readRules> {
  return content.ok ? readRules(content.value) : content;
}

/** Null for what is not UTF-8; a byte order mark is kept, to be named. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
