import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draftFor, type TestServices } from '../../support/services.ts';
import { findLeaks, textPlace } from '../../support/planted-secrets.ts';
import {
  addAcme,
  apply,
  closeAll,
  computer,
  desk,
  exported,
  forge,
  KEYS,
  keysOf,
  opened,
  ORIGIN,
  PASSPHRASE,
  SECRETS,
  stageNext,
  tidyUp,
  unlocked,
  vault,
} from './two-computers.ts';

vi.mock('keytar', async () => ({ default: (await import('./two-computers.ts')).keytar }));

let here: TestServices;
let there: TestServices;

beforeEach(async () => {
  tidyUp();
  [here, there] = [await computer(), await computer()];
});
afterEach(closeAll);

describe('an export without keys', () => {
  test('transfers connections and their papers, and importing it again changes nothing', async () => {
    const acme = await addAcme(here, { color: 'teal', environment: 'staging', readOnly: true });
    const plain = await addAcme(here, { name: 'Plain' });
    await here.must('papers.add', { connectionId: acme, pasted: 'paper-one', name: 'One' });
    await here.must('papers.add', { connectionId: acme, pasted: 'paper-two', name: 'Two' });
    expect(await exported(here, [acme, plain], null)).toEqual({
      fileName: expect.stringMatching(/^easel-connections-\d{4}-\d\d-\d\d\.json$/u) as unknown,
      connections: 2,
      keys: 0,
      papers: 2,
      notes: 0,
      views: 0,
    });

    const plan = await opened(there);
    expect(plan).toMatchObject({ keys: 'none', fileName: desk.file?.name });
    expect(plan.entries.map(({ kind, keys, papers }) => [kind, keys, papers])).toEqual([
      ['new', 0, 2],
      ['new', 0, 0],
    ]);
    expect((await there.must('connections.list', {})).connections).toEqual([]);
    expect(await apply(there, plan)).toEqual({
      added: 2,
      updated: 0,
      keys: 0,
      papers: 2,
      notes: 0,
      views: 0,
      readyId: null,
      problems: [],
    });

    const { connections } = await there.must('connections.list', {});
    expect(connections).toMatchObject([
      { id: acme, color: 'teal', environment: 'staging', readOnly: { on: true }, key: { kind: 'none' } },
      { id: plain, name: 'Plain', readOnly: { on: false } },
    ]);
    expect(await there.must('papers.list', { connectionId: acme })).toEqual(
      await here.must('papers.list', { connectionId: acme }),
    );
    const again = await opened(there);
    expect(again.entries.map(({ kind, keys, papers }) => [kind, keys, papers])).toEqual([
      ['same', 0, 0],
      ['same', 0, 0],
    ]);
  });

  test('transfers notes on boards, and shows both sides where they differ', async () => {
    const acme = await addAcme(here);
    const write = async (services: TestServices, rows: string): Promise<number> => {
      desk.file = { name: 'notes.csv', text: `id,label,updated_at\n${rows}\n` };
      const plan = await services.must('notes.open', { connectionId: acme });
      return (
        await services.must('notes.apply', {
          importId: plan?.importId ?? '',
          choice: { side: 'newer', except: [] },
        })
      ).boards;
    };
    const labels = async (services: TestServices): Promise<readonly string[]> => {
      await services.must('notes.export', { connectionId: acme, format: 'json' });
      const { notes } = JSON.parse(desk.file?.text ?? '') as {
        notes: readonly { id: string; label: string }[];
      };
      return notes.map(({ id, label }) => `${id} ${label}`);
    };
    expect(await write(here, 'a,Mine,2026-01-02\nb,Mine,2026-01-02\nc,Mine,2026-01-02')).toBe(3);
    expect(await exported(here, [acme], null)).toMatchObject({ papers: 0, notes: 3 });
    const file = desk.file;

    const plan = await opened(there);
    expect(plan.entries).toMatchObject([{ kind: 'new', notes: 3 }]);
    expect(await apply(there, plan)).toMatchObject({ added: 1, notes: 3, problems: [] });
    expect(await labels(there)).toEqual(['a Mine', 'b Mine', 'c Mine']);

    await write(there, 'a,Theirs,2026-01-03\nd,Theirs,2026-01-03');
    desk.file = file;
    const older = await opened(there);
    expect(older.entries).toMatchObject([{ kind: 'same', notes: 0, merge: { differing: 1, newerThere: 0 } }]);
    await write(here, 'b,Mine again,2026-01-04');
    await exported(here, [acme], null);
    const newer = await opened(there);
    expect(newer.entries[0]?.merge.differences).toMatchObject([
      { id: 'a', here: 'Label: Theirs', there: 'Label: Mine', newer: 'here' },
      { id: 'b', here: 'Label: Mine', there: 'Label: Mine again', newer: 'file' },
    ]);
    expect(await apply(there, newer)).toMatchObject({ added: 0, updated: 0, notes: 1 });
    expect(await labels(there)).toEqual(['a Theirs', 'b Mine again', 'c Mine', 'd Theirs']);
  });

  test('a hand-over merges papers, notes and views, and replaces only what was chosen', async () => {
    const acme = await addAcme(here);
    const query = (find: string) => {
      return { find, filters: [], order: { by: 'created', descending: true } } as const;
    };
    const save = (services: TestServices, name: string, find: string) =>
      services.must('views.save', { connectionId: acme, id: null, name, query: query(find) });
    const own = async (services: TestServices) => {
      const views = await services.must('views.list', { connectionId: acme });
      const papers = await services.must('papers.list', { connectionId: acme });
      return [
        ...views.flatMap((view) => (view.builtIn ? [] : [`${view.name}: ${view.query.find}`])),
        ...papers.map(({ identifier, name }) => `${identifier}: ${name}`),
      ].toSorted();
    };
    await here.must('papers.add', { connectionId: acme, pasted: 'one', name: 'One' });
    await here.must('papers.add', { connectionId: acme, pasted: 'two', name: '' });
    await save(here, 'Lessons', 'maths');
    expect(await exported(here, [acme], null)).toMatchObject({ papers: 2, views: 1 });
    expect(await apply(there, await opened(there))).toMatchObject({ added: 1, papers: 2, views: 1 });
    expect(await own(there)).toEqual(await own(here));

    await there.must('papers.rename', { connectionId: acme, identifier: 'one', name: 'Uno' });
    await there.must('papers.rename', { connectionId: acme, identifier: 'two', name: 'Due' });
    await save(there, 'Mine alone', 'x');
    const views = await there.must('views.list', { connectionId: acme });
    const lessons = views.find(({ name }) => name === 'Lessons');
    await there.must('views.save', {
      connectionId: acme,
      id: lessons?.id ?? '',
      name: 'Lessons',
      query: query('art'),
    });
    await here.must('papers.add', { connectionId: acme, pasted: 'three', name: 'Three' });
    await exported(here, [acme], null);

    const plan = await opened(there);
    expect(plan.entries).toMatchObject([{ kind: 'same', papers: 1, merge: { differing: 2, newerThere: 0 } }]);
    await apply(there, plan);
    const mine = ['Lessons: art', 'Mine alone: x', 'one: Uno', 'three: Three', 'two: Due'];
    expect(await own(there)).toEqual(mine);
    await apply(there, await opened(there), null, 'theirs');
    expect(await own(there)).toEqual([
      'Lessons: maths',
      'Mine alone: x',
      'one: One',
      'three: Three',
      'two: Due',
    ]);
  });

  test('holds no key, no fingerprint and no fact about a key', async () => {
    const acme = await addAcme(here);
    await stageNext(here, acme, false);
    await exported(here, [acme], null);
    const fingerprints = (await keysOf(here, acme)).map(({ fingerprint }) => fingerprint);
    for (const text of [...fingerprints, 'Ines', 'From the safe'])
      expect(desk.file?.text).not.toContain(text);
    expect(findLeaks(SECRETS, [textPlace('the file', desk.file?.text ?? '')])).toEqual([]);
  });

  test('a colleague’s own key is kept with the one new connection, or nothing is', async () => {
    const acme = await addAcme(here);
    await exported(here, [acme], null);
    const plan = await opened(there);
    const request = { importId: plan.importId, entries: [0] };
    expect(
      await there.call('transfer.apply', { ...request, apiKey: 'Bearer abc', choices: [] }),
    ).toMatchObject({
      ok: false,
      error: { fields: { apiKey: expect.stringContaining('Bearer') as unknown } },
    });
    vault.takes = 0;
    expect(await there.call('transfer.apply', { ...request, apiKey: KEYS.next, choices: [] })).toMatchObject({
      ok: true,
      value: { added: 0, problems: [{ failure: { code: expect.stringMatching(/^keychain-/u) as unknown } }] },
    });
    expect((await there.must('connections.list', {})).connections).toEqual([]);
    vault.unlock();
    expect(await apply(there, plan, KEYS.next)).toMatchObject({ added: 1, keys: 1, readyId: acme });
    expect((await there.must('connections.list', {})).connections).toMatchObject([
      { id: acme, key: { kind: 'stored' } },
    ]);
    // It is for a new connection alone.
    const { importId } = await opened(there);
    expect(
      await there.call('transfer.apply', { ...request, importId, apiKey: KEYS.other, choices: [] }),
    ).toMatchObject({
      error: { code: 'bad-request' },
    });
  });

  test('never points this computer’s key at another host', async () => {
    const acme = await addAcme(here);
    await exported(here, [acme], null);
    forge('connections', { boardApi: 'https://evil.example' });
    const plan = await opened(here);
    expect(plan.entries).toMatchObject([{ kind: 'new', name: 'Acme boards (imported)' }]);
    expect(plan.entries[0]?.why).toContain('other API hosts');
    await apply(here, plan);
    const { connections } = await here.must('connections.list', {});
    expect(connections).toMatchObject([
      { id: acme, boardApi: ORIGIN, key: { kind: 'stored' } },
      { boardApi: 'https://evil.example', key: { kind: 'none' } },
    ]);
  });

  test('leaves alone what changed here since the file was opened', async () => {
    const acme = await addAcme(here);
    await exported(here, [acme], null);
    await here.must('connections.save', draftFor(ORIGIN, null, { id: acme, name: 'Renamed' }));
    const plan = await opened(here);
    expect(plan.entries[0]?.differences).toEqual([{ field: 'Name', from: 'Renamed', to: 'Acme boards' }]);
    await here.must('connections.save', draftFor(ORIGIN, null, { id: acme, name: 'Mine' }));
    expect(await apply(here, plan)).toMatchObject({
      updated: 0,
      problems: [{ failure: { code: 'refused' } }],
    });
    expect((await here.must('connections.list', {})).connections).toMatchObject([{ name: 'Mine' }]);
    expect(await apply(here, plan)).toMatchObject({ updated: 1, problems: [] });
  });
});

describe('the opened file', () => {
  test('is forgotten when it is closed, when another is opened, and when Easel is locked', async () => {
    await exported(here, [await addAcme(here)], PASSPHRASE);
    const first = await opened(there);
    const second = await opened(there);
    const gone = { ok: false, error: { code: 'not-found' } };
    expect(
      await there.call('transfer.apply', {
        importId: first.importId,
        entries: [0],
        apiKey: null,
        choices: [],
      }),
    ).toMatchObject(gone);
    await there.must('transfer.close', { importId: first.importId });
    await there.must('transfer.close', { importId: second.importId });
    expect(
      await there.call('transfer.apply', {
        importId: second.importId,
        entries: [0],
        apiKey: null,
        choices: [],
      }),
    ).toMatchObject(gone);

    const third = await unlocked(there);
    const lock = { idleMinutes: 5, passphrase: 'open sesame, please', currentPassphrase: null };
    await there.must('lock.configure', lock);
    await there.must('lock.now', {});
    await there.must('lock.unlock', { passphrase: lock.passphrase });
    expect(
      await there.call('transfer.apply', {
        importId: third.importId,
        entries: [0],
        apiKey: null,
        choices: [],
      }),
    ).toMatchObject(gone);
    expect((await there.must('connections.list', {})).connections).toEqual([]);
  });

  test('is refused, with different messages, when it was changed or demands absurd work', async () => {
    await exported(here, [await addAcme(here)], PASSPHRASE);
    const kept = desk.file;
    forge('connections', { paperApi: 'https://evil.example' });
    const { importId } = await opened(there);
    expect(await there.call('transfer.unlock', { importId, passphrase: PASSPHRASE })).toMatchObject({
      error: {
        code: 'refused',
        message: expect.stringContaining('changed after it was exported') as unknown,
      },
    });
    desk.file = kept;
    forge('sealed', { N: 2 ** 30 });
    expect(await there.call('transfer.open', {})).toMatchObject({
      error: { code: 'refused', message: expect.stringContaining('too much computing') as unknown },
    });
  });
});
