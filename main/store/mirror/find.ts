/** Finds a term in ids, in what is written about boards here, and in further fields. */
import { findLocal } from './local.ts';
import { furtherFields, numbersOf, type Told } from './fields.ts';
import { unionOf } from './ranks.ts';
import { ranksOfNumbers, type Searched } from './searched.ts';

/** Trigrams are looked up, so a shorter term is found in ids and notes only. */
const SHORTEST_WORD = 3;

/** So many rows are looked at one by one rather than all searched through. */
const FEW = 20_000;

/** What a question's text means. */
export function termOf(find: string): string {
  return find.trim().toLowerCase();
}

/** The places where a term (see `termOf`, not empty) is found, in the default order. */
export function findTerm(list: Searched, term: string): Uint32Array {
  return unionOf([findInIds(list, term), findLocal(list.local, term), findInWords(list, term)]);
}

function findInIds({ columns, kept }: Searched, term: string): Uint32Array {
  const last = kept.lastIds;
  if (last?.term === term) return last.rows;
  const narrows = last !== null && term.includes(last.term) && last.rows.length <= FEW;
  const rows = narrows ? columns.ids.findAmong(last.rows, term) : columns.ids.find(term);
  kept.lastIds = { term, rows };
  return rows;
}

/** The index knows which trigrams a row has, not where: longer terms are looked at again in the row itself. */
function findInWords(list: Searched, term: string): Uint32Array {
  const characters = [...term];
  if (characters.length < SHORTEST_WORD || !list.hasWordsFor(term)) return new Uint32Array(0);
  const trigrams = new Set(characters.slice(2).map((_, at) => characters.slice(at, at + 3).join('')));
  const match = [...trigrams].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
  const query = 'SELECT rowid AS n FROM words WHERE words MATCH :match';
  const candidates = numbersOf(list.db, query, { match });
  const isCertain = /^[ -~]{3}$/u.test(term);
  return ranksOfNumbers(list.columns, isCertain ? candidates : verified(list, candidates, term));
}

function verified({ db }: Searched, candidates: Uint32Array, term: string): Uint32Array {
  const found: number[] = [];
  const rows = db.prepare(`SELECT b.n, b.id, b.created_raw AS createdRaw, b.raw
    FROM json_each(:numbers) j CROSS JOIN boards b ON b.n = j.value`);
  for (let at = 0; at < candidates.length; at += FEW) {
    const numbers = `[${candidates.subarray(at, at + FEW).join(',')}]`;
    for (const row of rows.iterate({ numbers })) {
      const told = row as unknown as Told & { readonly n: number };
      if (furtherFields(told).some(([, value]) => value.toLowerCase().includes(term))) found.push(told.n);
    }
  }
  return Uint32Array.from(found);
}
