import { expect, test } from 'vitest';
import { Papers, type PapersOptions } from '../../../../main/papers/papers.ts';
import type { RegisteredPaper } from '../../../../preload/contract/papers.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { paperOf } from '../../../support/paper-of.ts';

const C = 'c';

/** Papers with a register in memory. Each query completes in a later turn, as with the database's thread. */
function papersUnderTest(identifier: string, list = '') {
  let row: RegisteredPaper & { deletedAt: number | null; inputAt: number | null } = paperOf(identifier, {
    name: 'Before',
  });
  const register = {
    withDeleted: () => Promise.resolve([{ ...row }]),
    put: (_connectionId: string, paper: RegisteredPaper) => {
      row = { ...paper, deletedAt: null, inputAt: row.inputAt };
      return Promise.resolve();
    },
    settle: (_connectionId: string, _identifier: string, end: { readonly deletedAt: number | null }) => {
      row = { ...row, ...end };
      return Promise.resolve();
    },
    markTemplates: (_connectionId: string, _identifiers: readonly string[], isTemplate: boolean) => {
      row = { ...row, isTemplate };
      return Promise.resolve();
    },
  };
  const options: Partial<Omit<PapersOptions, 'register' | 'notes'>> & {
    readonly register: typeof register;
    readonly notes: Pick<PapersOptions['notes'], 'ofBoards'>;
  } = {
    register,
    notes: { ofBoards: () => Promise.resolve([]) },
    files: { choose: () => Promise.resolve(ok({ path: '', name: 'list.csv', text: list })) },
    clean: (text) => text,
    appUrlOf: () => Promise.resolve(ok('https://app.example')),
    now: () => 7,
    onChange: () => undefined,
  };
  return { papers: new Papers(options as unknown as PapersOptions), row: () => row };
}

test('a paper that is deleted during its renaming stays deleted', async () => {
  const { papers, row } = papersUnderTest('p');
  await Promise.all([
    papers.rename({ connectionId: C, identifier: 'p', name: 'After' }),
    papers.gone(C, ['p']),
  ]);
  expect(row()).toMatchObject({ name: 'After', deletedAt: 7 });
});

test.each([
  ['Maths\u2028Deleted', 'Maths Deleted'],
  ['\u202eshtaM\u202c', 'shtaM'],
  ['Maths\t\u0000\u2029', 'Maths'],
])('the name %j of a paper is cleaned when it is renamed or added', async (name, cleaned) => {
  const { papers, row } = papersUnderTest('p');
  await papers.rename({ connectionId: C, identifier: 'p', name });
  expect(row().name).toBe(cleaned);
  await papers.add({ connectionId: C, pasted: 'new', name });
  expect(row()).toMatchObject({ identifier: 'new', name: cleaned });
  expect(await papers.rename({ connectionId: C, identifier: 'p', name: '\u2028' })).toMatchObject({
    error: { fields: { name: 'Enter a name.' } },
  });
});

test.each([
  [
    'https://app.example/room/a?token=x.y.z,Maths\nb;"/room/c#token=1"',
    'https://app.example/room/a,Maths\nb;"/room/c"',
  ],
  ['a?b;c', 'a?b;c'],
  ['/room/'.repeat(150_000), '/room/'.repeat(150_000)],
])('a chosen list loses the queries of its room addresses', async (list, text) => {
  const { papers } = papersUnderTest('p', list);
  expect(await papers.readList()).toEqual(ok({ fileName: 'list.csv', text }));
});
