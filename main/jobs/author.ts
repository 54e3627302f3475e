/**
 * Who drafts a plan: the operating system’s user, on this computer, with this Easel.
 *
 * It keeps one person from running their own draft by habit. It is no proof: who can edit a file can name another
 * author in it, which is what the plan’s code is compared for.
 */
import { randomUUID } from 'node:crypto';
import type { Store } from '../store/database.ts';

/** As long as a plan’s file takes it. */
const LONGEST_NAME = 256;

export interface Author {
  readonly user: string;
  readonly computer: string;
  /** Of one Easel on one computer, for one operating-system user; random, and never changed. */
  readonly installation: string;
}

/** The author that this Easel makes. Rejects when the database fails. */
export async function authorHere(
  settings: Store['settings'],
  who: Pick<Author, 'user' | 'computer'>,
): Promise<Author> {
  const known = await settings.get('installation');
  const installation = known ?? randomUUID();
  if (known === null) await settings.set('installation', installation);
  return { user: named(who.user), computer: named(who.computer), installation };
}

/** A computer may be renamed, and a second Easel be set up beside the first: either alone makes no second person. */
export function isSamePerson(one: Author, other: Author): boolean {
  const isSameSeat = one.user === other.user && one.computer === other.computer;
  return isSameSeat || one.installation === other.installation;
}

function named(name: string): string {
  return name === '' ? 'unknown' : name.slice(0, LONGEST_NAME);
}
