import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryKeychain } from '../../support/memory-keychain.ts';
import { findLeaks, textPlace } from '../../support/planted-secrets.ts';
import { createDatabase, whyNoPostgres } from '../../support/postgres.ts';
import { policyOf, startServices } from '../../support/services.ts';
import { team, type Member } from './members.ts';

const shared = team();
const until = (accept: () => Promise<boolean>) => vi.waitUntil(accept, { timeout: 30_000, interval: 60 });
const QUERY = { find: '', filters: [], order: { by: 'id', descending: false } } as const;
const failureOf = (reply: { readonly ok: boolean; readonly error?: unknown }) =>
  reply.ok ? null : reply.error;

const auditOf = (login: 'olga' | 'postgres' = 'olga') =>
  shared.database.as(
    login,
    'SELECT member, number, action, target FROM easel.audit ORDER BY member, number',
  ) as Promise<readonly { member: string; number: string; action: string; target: string }[]>;

async function cut(...members: readonly Member[]): Promise<void> {
  await shared.relay.shut();
  for (const one of members) await one.until(({ phase }) => phase === 'unreachable');
}

async function restored(...members: readonly Member[]): Promise<void> {
  await shared.relay.open();
  for (const one of members) {
    await one.must('team.reconnect', {});
    await one.until(({ phase, waiting }) => phase === 'ready' && waiting === 0);
  }
}

const createPaper = ({ must: call, connectionId }: Member, name: string, templateId: string | null = null) =>
  call('papers.create', { connectionId, name, templateId });

const PASSPHRASE = 'seven wet umbrellas';

async function lock({ must: call }: Member): Promise<void> {
  await call('lock.configure', { idleMinutes: null, passphrase: PASSPHRASE, currentPassphrase: '' });
  await call('lock.now', {});
}

describe.skipIf(whyNoPostgres() !== null)('two members of a team', () => {
  test('two team members see each other’s labels, papers and shared views', async () => {
    const [ann, ben] = await shared.both();
    const [id = ''] = ann.ids;
    const fields = { label: 'Algebra', customer: 'Acme', note: 'Old', protected: true };
    await ann.label(id, 'Algebra', { change: { ...fields, addTags: ['x'] } });
    await until(async () => (await ben.note(id))?.label === 'Algebra');
    expect(await ben.note(id)).toEqual({ ...fields, tags: ['x'] });
    const author = await ben.must('team.author', { connectionId: ben.connectionId, kind: 'note', id });
    const [row] = (await shared.database.as(
      'ben',
      'SELECT (extract(epoch FROM changed_at) * 1000)::bigint AS at FROM easel.items',
    )) as { at: string }[];
    expect(author).toEqual({ by: 'ann', at: Number(row?.at) });

    const made = await createPaper(ann, 'Lesson');
    const which = [made.identifier];
    await ann.must('papers.markTemplates', { connectionId: ann.connectionId, which, isTemplate: true });
    const copy = await createPaper(ann, 'Copy', made.identifier);
    await until(
      async () =>
        (await ben.papers()).length === 2 && (await ben.papers()).some(({ isTemplate }) => isTemplate),
    );
    const { local: _local, raw: _raw, otherFields: _others, ...expected } = copy;
    expect(await ben.papers()).toContainEqual(expect.objectContaining(expected));
    const renaming = { identifier: made.identifier, name: 'Lesson 2', seen: 'Lesson' };
    await ben.must('papers.rename', { connectionId: ben.connectionId, ...renaming });
    await until(async () => (await ann.papers()).some(({ name }) => name === 'Lesson 2'));

    const view = { connectionId: ann.connectionId, id: null, name: 'Old ones', query: QUERY, shared: true };
    const saved = (await ann.must('views.save', view)).find(({ name }) => name === 'Old ones');
    const viewsOf = (one: Member) => one.must('views.list', { connectionId: one.connectionId });
    await until(async () =>
      (await viewsOf(ben)).some(({ name, shared: isShared }) => name === 'Old ones' && isShared === true),
    );
    await ann.must('views.save', { ...view, id: saved?.id ?? '', shared: false });
    await until(async () => (await viewsOf(ben)).every(({ name }) => name !== 'Old ones'));
    const unshared = { id: saved?.id, name: 'Old ones', query: QUERY, builtIn: false };
    expect(await viewsOf(ann)).toContainEqual(unshared);
  });

  test('a change that the page sends just before Easel closes reaches the team', async () => {
    const [ann, ben] = await shared.both();
    void ann.label(ann.ids[0] ?? '', 'Last');
    await ann.close();
    await until(async () => (await ben.note(ann.ids[0] ?? ''))?.label === 'Last');
  });

  test('a member who changes a field that a colleague has just changed sees both values', async () => {
    const [ann, ben] = await shared.both();
    const [id = '', other = ''] = ann.ids;
    await ann.label(id, 'One');
    await until(async () => (await ben.note(id))?.label === 'One');
    // Ben's change starts from the label "One". So it conflicts with the label "Two", which Ann sets in the meantime.
    await ann.label(id, 'Two');
    await until(async () => (await ben.note(id))?.label === 'Two');
    const late = await ben.label(id, 'Three', { seen: { label: 'One' } });
    expect(failureOf(late)).toMatchObject({
      code: 'conflict',
      message: 'ann changed “Label” first.',
      conflict: { by: 'ann', fields: [{ field: 'label', yours: 'Three', theirs: 'Two' }] },
    });
    // Ann's transaction is committed as soon as Ben's change waits for its locks.
    const anns = shared.database.as(
      'ann',
      `BEGIN; SELECT easel.change_items(account_id, jsonb_build_array(jsonb_build_object('kind', kind, 'id', id,
        'revision', revision, 'body', body || '{"label": "Four", "customer": "Acme"}'))) FROM easel.items WHERE id = '${id}';
      DO $$ BEGIN
        WHILE NOT EXISTS (SELECT 1 FROM pg_locks WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid)))
        LOOP PERFORM pg_sleep(0.02); END LOOP;
      END $$; COMMIT`,
    );
    const asleep = `SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = '${shared.database.name}'`;
    await until(async () => (await shared.database.as('postgres', asleep)).length === 1);
    const bulk = { selection: { kind: 'ids', ids: [other, id] }, change: { label: 'Five' } } as const;
    const refused = failureOf(await ben.label(id, '', bulk));
    await anns;
    expect(refused).toMatchObject({ code: 'conflict', conflict: { by: 'ann' } });
    expect([await ben.note(id), await ben.note(other)]).toMatchObject([
      { label: 'Four', customer: 'Acme' },
      null,
    ]);
    expect(failureOf(await ben.label(id, 'Five', { seen: { label: 'Four' } }))).toBeNull();
    expect(await ben.note(id)).toMatchObject({ label: 'Five', customer: 'Acme' });
    await until(async () => (await ann.note(id))?.label === 'Five');
  });

  test('a member can undo a change until a colleague changes the same board', async () => {
    const [ann, ben] = await shared.both();
    const [id = ''] = ann.ids;
    const change = {
      connectionId: ann.connectionId,
      selection: { kind: 'ids', ids: ann.ids },
      change: { addTags: ['old'] },
    } as const;
    const { undoId, boards } = await ann.must('boards.annotate', change);
    expect(boards).toBe(ann.ids.length);
    const undone = await ann.must('boards.undo', { connectionId: ann.connectionId, undoId });
    const annsBoards = { connectionId: ben.connectionId, query: QUERY, ids: [...ann.ids] };
    await until(async () => (await ben.must('boards.ranks', annsBoards)).length === 12);
    const again = await ann.must('boards.undo', { connectionId: ann.connectionId, undoId: undone.undoId });
    await until(async () => (await ben.note(id)) !== null);
    await ben.label(id, 'Mine');
    await until(async () => (await ann.note(id))?.label === 'Mine');
    expect(
      failureOf(await ann.call('boards.undo', { connectionId: ann.connectionId, undoId: again.undoId })),
    ).toMatchObject({ code: 'not-found' });
    expect(await ann.note(id)).toMatchObject({ label: 'Mine' });
  });

  test('fields shared with the team can’t be edited while the team’s database is unreachable', async () => {
    const [ann, ben] = await shared.both();
    const [id = ''] = ann.ids;
    await ann.label(id, 'Before');
    await cut(ann);
    expect(failureOf(await ann.label(id, 'After'))).toMatchObject({
      code: 'cannot-reach',
      message: 'The team register can’t be reached. Shared fields are read-only until it’s available again.',
    });
    expect(await ann.note(id)).toMatchObject({ label: 'Before' });
    await createPaper(ann, 'Made offline');
    await ann.until(({ waiting }) => waiting >= 2);
    // Another login on the same computer must not send Ann's audit entries as its own.
    await ann.must('team.configure', shared.loginOf('ben'));
    await shared.relay.open();
    await until(async () => (await ben.papers()).some(({ name }) => name === 'Made offline'));
    await ann.must('team.configure', shared.loginOf('ann'));
    await restored(ann, ben);
    const entries = (await auditOf()).filter(({ member }) => member === 'ann');
    expect(entries.map(({ number }) => Number(number))).toEqual(entries.map((_, index) => index + 1));
    const actions = entries.map(({ action }) => action).join(' ');
    expect(actions).toBe('connection-changed notes-changed paper-created');
  });

  test('no audit entry is stored twice after the connection to the team’s database was lost', async () => {
    const ann = await shared.member('ann');
    await shared.join(ann);
    const { connectionId } = ann;
    const job = await ann.must('jobs.createBoards', { connectionId, count: 60, label: '', tags: ['new'] });
    for (const entries of [1, 2, 3]) {
      await until(async () => (await auditOf()).length >= entries);
      await shared.relay.shut();
      await shared.relay.open();
    }
    await until(async () =>
      (await ann.must('jobs.list', {})).some(({ id, state }) => id === job.id && state === 'done'),
    );
    await restored(ann);
    const made = async () => (await auditOf()).filter(({ action }) => action === 'board-created');
    await until(async () => (await made()).length >= 60);
    expect(new Set((await made()).map(({ target }) => target)).size).toBe(60);
    const items = await shared.database.as(
      'ann',
      "SELECT 1 FROM easel.items WHERE body->'tags' = '[\"new\"]'",
    );
    expect(items).toHaveLength(60);
    const numbers = (await auditOf()).map(({ number }) => Number(number));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  test('the team’s database never receives people’s names, API keys or access tokens', async () => {
    const ann = await shared.member('ann');
    await shared.join(ann);
    const { must: call, connectionId } = ann;
    const name = 'Ada Lovelace of form 7b';
    const done = (job: string) =>
      until(async () =>
        (await call('jobs.list', {})).some(({ id, state }) => id === job && state === 'done'),
      );
    const pack = { connectionId, names: [name], shared: false, pattern: 'Group {n}', templateId: null };
    const made = await call('jobs.createPack', pack);
    await done(made.id);
    const [{ identifier } = { identifier: '' }] = await ann.papers();
    const links = await call('jobs.mintLinks', { connectionId, identifier, names: [name] });
    await done(links.id);
    await call('jobs.copyLinks', { jobId: links.id });
    const token = ann.clipboard().split('token=')[1] ?? '';
    const target = { kind: 'paper', id: identifier } as const;
    await call('previews.copyLink', { connectionId, target, displayName: name });
    await until(async () => (await auditOf()).filter(({ action }) => action === 'links-made').length === 2);
    const dump = "SELECT schema_to_xml('easel', true, true, '')";
    const stored = JSON.stringify(await shared.database.as('postgres', dump));
    const secrets = [name, shared.practice.apiKey, token].map((text) => ({ name: text, text }));
    expect([token.length > 20, stored.includes('Group 1')]).toEqual([true, true]);
    expect(findLeaks(secrets, [textPlace('the database', stored)])).toEqual([]);
  });

  test('activity is sent to a team’s database even if the database has more accounts than Easel lists', async () => {
    const ann = await shared.member('ann');
    await shared.join(ann);
    const more = "INSERT INTO easel.accounts (name) SELECT 'A ' || n FROM generate_series(1, 1000) n";
    await shared.database.as('ann', more);
    await ann.label(ann.ids[0] ?? '', 'Algebra');
    await until(async () => (await auditOf()).some(({ action }) => action === 'notes-changed'));
  });

  test('activity that the team’s database did not confirm is not sent twice after a restart', async () => {
    const ann = await shared.member('ann');
    await shared.join(ann);
    const { must, services, connectionId, ids } = ann;
    await until(async () => (await auditOf()).length === 1);
    shared.relay.toServer = (bytes) => {
      if (bytes.includes('add_audit')) shared.relay.toClient = () => null;
      return bytes;
    };
    const selection = { kind: 'ids', ids: ids.slice(0, 1) } as const;
    await must('boards.annotate', { connectionId, selection, change: { label: 'Algebra' } });
    await until(async () => (await auditOf()).length === 2);
    const again = await services.restart();
    onTestFinished(again.close);
    shared.relay.toServer = (bytes) => bytes;
    shared.relay.toClient = (bytes) => bytes;
    await again.must('team.reconnect', {});
    await until(async () => {
      const { phase, waiting } = await again.must('team.state', {});
      return phase === 'ready' && waiting === 0;
    });
    expect(await auditOf()).toHaveLength(2);
  });

  test('a bulk delete waits while the team’s database is unreachable', async () => {
    const questions: string[] = [];
    const confirm = ({ detail }: { readonly detail: string }) => {
      questions.push(detail);
      return Promise.resolve(true);
    };
    const [ann, ben] = await shared.both({ confirm });
    const [first = '', second = '', third = '', fourth = ''] = ann.ids;
    const { connectionId } = ben;
    const selection = { kind: 'ids', ids: [second, third] } as const;
    const { reviewId } = await ben.must('jobs.review', { connectionId, selection });
    await cut(ann, ben);
    questions.splice(0);
    const single = await ben.must('jobs.deleteOne', { connectionId, target: { kind: 'board', id: first } });
    expect(questions).toEqual([expect.stringContaining('a colleague may have protected this board')]);
    const bulk = await ben.must('jobs.deleteReviewed', { reviewId, typed: '2', reason: '' });
    for (const { id: jobId } of [single, bulk]) await ben.must('jobs.startNow', { jobId });
    const jobOf = async (jobId: string) => (await ben.must('jobs.list', {})).find(({ id }) => id === jobId);
    await until(
      async () => (await jobOf(single.id))?.state === 'done' && (await jobOf(bulk.id))?.pause === 'register',
    );
    expect((await jobOf(bulk.id))?.failure).toMatchObject({ code: 'cannot-reach' });
    await shared.database.as(
      'ann',
      `SELECT easel.change_items(id, '[{"kind": "note", "id": "${second}", "revision": 0,
      "body": {"label": "", "note": "", "tags": [], "customer": "", "protected": true}}]') FROM easel.accounts`,
    );
    await restored(ben);
    await until(async () => (await jobOf(bulk.id))?.state === 'done');
    expect((await jobOf(bulk.id))?.counts).toMatchObject({ done: 1, skipped: 1 });
    expect(await ben.note(fourth)).toBeNull();
  });

  test.each([1, 3])('a member who protects a board can pause a colleague’s %i deletes', async (count) => {
    const [ann, ben] = await shared.both();
    const ids = ann.ids.slice(0, count);
    const [id = ''] = ids;
    const [{ connectionId }, selection] = [ben, { kind: 'ids', ids } as const];
    const { reviewId } = await ben.must('jobs.review', { connectionId, selection });
    const job =
      count === 1
        ? await ben.must('jobs.deleteOne', { connectionId, target: { kind: 'board', id } })
        : await ben.must('jobs.deleteReviewed', { reviewId, typed: '', reason: '' });
    await ann.label(id, '', { change: { protected: true } });
    const [run] = await ann.must('teamwork.runsWith', { connectionId: ann.connectionId });
    expect(run).toMatchObject({ by: 'ben', state: 'held', boards: count });
    await ann.must('teamwork.askPause', { connectionId: ann.connectionId, runId: run?.id ?? '' });
    await until(async () => (await ben.must('jobs.list', {}))[0]?.pause === 'colleague');
    expect((await ben.must('jobs.list', {}))[0]?.failure?.message).toContain('and asked to pause');
    shared.pass();
    await ben.must('jobs.startNow', { jobId: job.id });
    await until(async () => (await ben.must('jobs.list', {}))[0]?.state === 'done');
    const { boards } = await shared.practice.contents();
    expect(boards.filter((each) => ids.includes(each))).toEqual([id]);
  });

  test('if the policy requires the team’s database, nothing is deleted without the database', async () => {
    const ann = await shared.member('ann', { policy: policyOf({ requireTeamRegister: true }) });
    const target = { kind: 'board', id: ann.ids[0] ?? '' } as const;
    const one = { connectionId: ann.connectionId, target };
    expect(failureOf(await ann.call('jobs.deleteOne', one))).toMatchObject({ code: 'policy' });
    await shared.join(ann);
    const [joined] = (await ann.state()).accounts;
    await shared.database.as('postgres', 'UPDATE easel.accounts SET id = gen_random_uuid()');
    expect(failureOf(await ann.call('jobs.deleteOne', one))).toMatchObject({
      code: 'policy',
      nextStep: 'Join an account in Settings → Team.',
    });
    await shared.database.as('postgres', 'UPDATE easel.accounts SET id = $1', [joined?.accountId]);
    await ann.must('jobs.deleteOne', one);
    const selection = { kind: 'ids', ids: ann.ids.slice(1, 3) } as const;
    const { reviewId } = await ann.must('jobs.review', { connectionId: ann.connectionId, selection });
    await cut(ann);
    const other = { ...one, target: { ...target, id: ann.ids[3] ?? '' } };
    expect(failureOf(await ann.call('jobs.deleteOne', other))).toMatchObject({ code: 'policy' });
    expect(
      failureOf(await ann.call('jobs.deleteReviewed', { reviewId, typed: '2', reason: '' })),
    ).toMatchObject({ code: 'policy' });
    const [held] = await ann.must('jobs.list', {});
    await ann.must('jobs.startNow', { jobId: held?.id ?? '' });
    await until(async () => (await ann.must('jobs.list', {}))[0]?.pause === 'register');
    await lock(ann);
    expect((await ann.call('lock.state', {})).ok).toBe(true);
    await ann.must('lock.unlock', { passphrase: PASSPHRASE });
    expect((await ann.must('jobs.list', {}))[0]).toMatchObject({ state: 'paused', pause: 'lock' });
    expect((await shared.practice.requests()).log.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  test('many notifications of the team’s database cause at most one event to the page every 250 ms', async () => {
    const [ann] = await shared.both();
    const reports = (): number => ann.said().split('team.plansChanged').length - 1;
    const [before, since] = [reports(), performance.now()];
    await shared.database.as(
      'ben',
      `DO $$ DECLARE account uuid := (SELECT id FROM easel.accounts); BEGIN
        FOR i IN 1..2000 LOOP PERFORM pg_notify('easel', account || ':plans'); COMMIT; END LOOP; END $$`,
    );
    await ann.label(ann.ids[0] ?? '', 'After the flood');
    await expect.poll(reports).toBeGreaterThan(before);
    expect(reports() - before).toBeLessThanOrEqual(2 + (performance.now() - since) / 250);
  });

  test('a notification announces a new team plan unless the user has turned notifications off', async () => {
    const said: string[] = [];
    const [ann] = await shared.both({ more: { announce: (sentence) => said.push(sentence) > 0 } });
    const preferences = await ann.must('app.preferences', {});
    await ann.must('app.prefer', { ...preferences, notices: 'failed' });
    const save = `SELECT easel.save_plan(id, '["b"]', null, 'https://boards.example', '', 7) FROM easel.accounts`;
    await shared.database.as('ben', save);
    await until(async () => (await ann.must('teamwork.plans', {})).length > 0);
    await until(async () => said.length > 0);
  });

  test('invalid items in the team’s database are ignored and counted', async () => {
    const [ann, ben] = await shared.both();
    const [id = ''] = ann.ids;
    const note = { label: '', note: '', tags: [], customer: '', protected: false };
    const bodies = [
      ['note', id, { ...note, label: '<img src=x onerror=alert(1)>\u202e\u0007' }],
      ['note', 'a', { ...note, label: 7 }],
      ['note', 'b', { ...note, note: 'x'.repeat(4001) }],
      ['note', 'c\u0001', note],
      ['note', 'd', { ...note, tags: Array.from({ length: 51 }, String) }],
      ['paper', 'e', { name: 'No other field' }],
      ['view', 'f', { of: 'board', name: 'Bad', query: '{"find": 1}', createdAt: 1 }],
    ] as const;
    const items = bodies.map(([kind, itemId, body]) => ({ kind, id: itemId, body, revision: 0 }));
    await shared.database.as('ben', 'SELECT easel.change_items(id, $1) FROM easel.accounts', [
      JSON.stringify(items),
    ]);
    await ann.until(({ accounts }) => accounts[0]?.skipped === 6);
    expect(await ann.note(id)).toMatchObject({ label: '<img src=x onerror=alert(1)>' });
    expect([await ann.papers(), (await ben.state()).phase]).toEqual([[], 'ready']);
  });

  test('an item in the team’s database that can’t be read stays protected against deletion', async () => {
    const [ann, ben] = await shared.both();
    const [id = ''] = ann.ids;
    await ann.label(id, 'Algebra');
    const { identifier } = await createPaper(ann, 'Lesson');
    const items = () => shared.database.as('ann', 'SELECT 1 FROM easel.items');
    await until(async () => (await items()).length === 2);
    const broken = `SELECT easel.change_items(account_id, jsonb_agg(jsonb_build_object('kind', kind, 'id', id,
      'revision', revision, 'body', '{"label": 7, "protected": true}'::jsonb))) FROM easel.items GROUP BY account_id`;
    await shared.database.as('ben', broken);
    await ann.until(({ accounts }) => accounts[0]?.skipped === 2);
    expect(failureOf(await ann.label(id, 'Geometry'))).toBeNull();
    const target = { kind: 'paper', id: identifier } as const;
    const job = await ann.must('jobs.deleteOne', { connectionId: ann.connectionId, target });
    await ann.must('jobs.startNow', { jobId: job.id });
    await createPaper(ann, 'Later');
    await until(async () => (await ben.papers()).some(({ name }) => name === 'Later'));
    expect(await ben.note(id)).toMatchObject({ label: 'Geometry', protected: true });
  });
});

describe.skipIf(whyNoPostgres() !== null)('joining a team account', () => {
  test('before a user joins a team account, Easel compares the user’s notes with the team’s notes', async () => {
    const [ann, ben] = [await shared.member('ann'), await shared.member('ben')];
    const [same = '', differs = '', mine = '', theirs = ''] = ann.ids;
    await shared.join(ann);
    for (const [one, id, label] of [
      [ann, same, 'Same'],
      [ann, differs, 'Ann'],
      [ann, theirs, 'Hers'],
      [ben, same, 'Same'],
      [ben, differs, 'Ben'],
      [ben, mine, 'His'],
    ] as const) {
      await one.label(id, label);
    }
    await ben.label(differs, 'Ben', { change: { protected: true } });
    await ben.must('papers.add', { connectionId: ben.connectionId, pasted: 'paper-of-ben', name: 'Ben’s' });
    const { connectionId } = ben;
    const accountId = (await ann.state()).accounts[0]?.accountId ?? '';
    expect(await ben.must('team.compare', { connectionId, accountId })).toEqual({
      notes: { onlyHere: 1, onlyTeam: 1, same: 1, different: 1 },
      papers: { onlyHere: 1, onlyTeam: 0, same: 0, different: 0 },
      examples: [{ id: differs, here: 'Ben · Protected', team: 'Ann', changedBy: 'ann' }],
    });
    await shared.join(ben, 'skip');
    const labels = (one: Member) =>
      Promise.all([same, differs, mine, theirs].map(async (id) => (await one.note(id))?.label));
    expect(await labels(ben)).toEqual(['Same', 'Ann', 'His', 'Hers']);
    await until(async () => (await labels(ann)).join() === 'Same,Ann,His,Hers');
    await until(async () => (await ann.note(differs))?.protected === true);
    expect(await ann.papers()).toMatchObject([{ identifier: 'paper-of-ben', name: 'Ben’s' }]);

    const left = await ben.must('team.leave', { connectionId });
    expect(left.accounts).toMatchObject([{ connectionId, leftAt: expect.any(Number) as unknown }]);
    await ben.label(differs, 'Ben again');
    await ann.label(same, 'Changed', { change: { label: 'Changed', protected: true } });
    await shared.database.as(
      'ann',
      `SELECT easel.change_items(account_id, jsonb_build_array(jsonb_build_object('kind', kind, 'id', id,
        'revision', revision, 'body', body || '{"deletedAt": 5}'))) FROM easel.items WHERE kind = 'paper'`,
    );
    expect(await labels(ben)).toEqual(['Same', 'Ben again', 'His', 'Hers']);
    expect(
      failureOf(
        await ann.call('team.join', { connectionId: ann.connectionId, accountId, different: 'skip' }),
      ),
    ).toMatchObject({ code: 'refused' });
    await shared.join(ben, 'replace');
    await until(async () => (await labels(ann)).join() === 'Same,Ben again,His,Hers');
    expect([await ann.note(same), ...(await ben.papers())]).toMatchObject([
      { protected: true },
      { deletedAt: 5 },
    ]);
    const actions = async () =>
      (await auditOf()).filter(({ member }) => member === 'ben').map((e) => e.action);
    await until(async () => (await actions()).length === 3);
    expect(new Set(await actions())).toEqual(new Set(['connection-changed']));
    const anns = async () => (await auditOf()).filter(({ member }) => member === 'ann').map((e) => e.action);
    await ben.must('connections.remove', { connectionId, keysMayStay: true });
    await ben.until(({ accounts }) => accounts[0]?.leftAt !== null);
    await ann.must('team.remove', {});
    // The two entries are for joining and leaving. Ann's refused second attempt to join left no entry.
    expect((await anns()).filter((action) => action === 'connection-changed')).toHaveLength(2);
  });

  test('if a crash interrupts removing a connection, Easel leaves the connection’s team account at the next start', async () => {
    const ann = await shared.member('ann');
    await shared.join(ann);
    await ann.services.release();
    const file = new DatabaseSync(path.join(ann.folder, 'easel.db'));
    file.exec('DELETE FROM connections');
    file.close();
    const again = await startServices(ann.folder, { keychain: createMemoryKeychain() });
    expect((await again.must('team.state', {})).accounts[0]?.leftAt).toEqual(expect.any(Number));
    await again.release();
  });

  test('after the team’s database was restored from a backup, Easel adds the items that the backup lacks', async () => {
    const [ann, ben] = await shared.both();
    const [first = '', second = ''] = ann.ids;
    await ann.label(first, 'Kept');
    await ann.label(second, 'Lost');
    await until(async () => (await ben.note(second))?.label === 'Lost');
    await cut(ann, ben);
    await shared.database.as(
      'postgres',
      `DELETE FROM easel.items WHERE id = '${second}'; UPDATE easel.items SET revision = 1;
      UPDATE easel.accounts SET revision = 1, history = gen_random_uuid()`,
    );
    await restored(ann, ben);
    await until(async () => (await shared.database.as('ann', 'SELECT 1 FROM easel.items')).length === 2);
    expect([await ben.note(first), await ben.note(second)]).toMatchObject([
      { label: 'Kept' },
      { label: 'Lost' },
    ]);
  });

  test('the practice connection can’t join a team account', async () => {
    const ann = await shared.member('ann');
    const practice = await ann.must('connections.practise', {});
    await ann.must('team.createAccount', { name: 'Acme' });
    const [account] = await ann.must('team.choices', {});
    const join = { connectionId: practice.id, accountId: account?.id ?? '', different: 'skip' } as const;
    expect(failureOf(await ann.call('team.join', join))).toMatchObject({
      message: 'The practice connection can’t join a team account.',
    });
  });
});

describe.skipIf(whyNoPostgres() !== null)('the address of the team’s database', () => {
  test('activity of a team account is sent only to the database that contains the account', async () => {
    const ann = await shared.member('ann');
    await shared.join(ann);
    const other = await createDatabase();
    onTestFinished(other.drop);
    const use = async (database: string, port: number) => {
      shared.pass();
      await ann.must('team.configure', { ...shared.loginOf('ann'), database, port });
      await ann.until(({ phase }) => phase === 'ready');
    };
    await use(other.name, other.port);
    await createPaper(ann, 'Made elsewhere');
    await ann.must('team.leave', { connectionId: ann.connectionId });
    await shared.join(ann);
    const others = () => other.as('olga', 'SELECT action FROM easel.audit');
    await until(async () => (await others()).length > 0);
    await use(shared.database.name, shared.relay.port);
    await until(async () => (await auditOf()).length === 3);
    expect((await auditOf()).map(({ action }) => action)).toContain('paper-created');
    expect(await others()).toEqual([{ action: 'connection-changed' }]);
    expect(await ann.must('team.remove', {})).toMatchObject({ waiting: 0 });
  });

  test('the connection to the team’s database is closed while Easel is locked', async () => {
    const ann = await shared.member('ann');
    await shared.join(ann);
    const connections = async () =>
      (
        await shared.database.as(
          'postgres',
          `SELECT 1 FROM pg_stat_activity WHERE usename = 'ann' AND datname = '${shared.database.name}'`,
        )
      ).length;
    expect(await connections()).toBe(1);
    await lock(ann);
    await until(async () => (await connections()) === 0);
    await ann.must('lock.unlock', { passphrase: PASSPHRASE });
    await ann.until(({ phase }) => phase === 'ready');
    await ann.must('lock.removeKeys', {});
    await ann.until(({ failure }) => failure?.message === 'The keychain lacks the team register’s password.');
    expect(await connections()).toBe(0);
    await ann.services.release();
    const { host, port, database } = shared.loginOf('ann');
    const teamRegister = { host, port: port + 1, database };
    const fixed = await shared
      .member('ben', { policy: policyOf({ teamRegister }) })
      .catch((error: unknown) => String(error));
    expect(fixed).toContain('Your organisation set the address of the team register.');
  });
});
