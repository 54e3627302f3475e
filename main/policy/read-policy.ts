/** Reads the organisation's policy. Whatever stands at one of its places and can't be used closes Easel. */
import { fail, type Result } from '../../preload/contract/failure.ts';
import type { Env } from '../env.ts';
import { isBinaryPlist, parseBinaryPlist, parsePlist } from './plist.ts';
import { readRules, type PolicyReading } from './policy.ts';
import { parseStrictJson } from '../files/strict-json.ts';
import { placesOf, readTrusted, type PolicyPlace } from './trusted-file.ts';

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
    if (file === null) continue;
    const content = file.ok ? parse(file.value, place.format) : file;
    const read = content.ok ? readRules(content.value) : content;
    return read.ok
      ? { kind: 'active', source, policy: read.value }
      : { kind: 'broken', source, problem: read.error };
  }
  return { kind: 'none' };
}

/** A byte order mark is kept, to be named. */
function parse(bytes: Uint8Array, format: PolicyPlace['format']): Result<unknown, string> {
  if (format === 'plist' && isBinaryPlist(bytes)) return parseBinaryPlist(bytes);
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return format === 'plist' ? parsePlist(text) : parseStrictJson(text);
  } catch {
    return fail('The file is not UTF-8 text. Save it as UTF-8.');
  }
}
