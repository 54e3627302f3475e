import { expect, test } from 'vitest';
import { Papers, type PapersOptions } from '../../../../main/papers/papers.ts';
import type { RegisteredPaper } from '../../../../preload/contract/papers.ts';
import { ok } from '../../../../preload/contract/failure.ts';
import { paperOf } from '../../../support/paper-of.ts';

const C = 'c';

/** Papers with an in-memory register whose queries are asynchronous, like those of the database's thread. */
function papersUnderTest(identifier: string) {
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

test('a pasted UUID in capitals names the paper that is already registered', async () => {
  const id = '123e4567-e89b-42d3-a456-426614174000';
  const { papers, row } = papersUnderTest(id);
  await papers.add({ connectionId: C, pasted: `${id.toUpperCase()}.`, name: 'Other' });
  expect(row()).toMatchObject({ identifier: id, name: 'Before' });
  const pasted = `\u200b${id.toUpperCase()}, Other`;
  const added = await papers.addMany({ connectionId: C, pasted, pastedHead: '' });
  expect(added).toMatchObject({ ok: true, value: [{ outcome: 'known' }] });
});
