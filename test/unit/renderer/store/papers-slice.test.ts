import { expect, test } from 'vitest';
import type { Paper } from '../../../../preload/contract/papers.ts';
import { ok, type Result } from '../../../../preload/contract/failure.ts';
import { ALL_ROWS } from '../../../../renderer/store/list-slice.ts';
import {
  papersPicked,
  piecesOf,
  selectedPapers,
  shownPapers,
} from '../../../../renderer/store/papers-slice.ts';
import { jobOf } from '../job-of.ts';
import type { Command } from '../../../../renderer/commands/command.ts';
import { copyJoinLink, deletePaper, renamePaper } from '../../../../renderer/commands/papers-commands.ts';
import { disabledReason } from '../../../../renderer/commands/run.ts';
import { connectionOf, createAppStore, failed, scriptedBridge, type Script } from '../scripted-bridge.ts';
import { paperOf } from '../../../support/paper-of.ts';

const paper = (identifier: string, change: Partial<Paper> = {}): Paper =>
  paperOf(identifier, {
    name: `Paper ${identifier}`,
    source: 'api',
    origin: 'created',
    raw: '{}',
    ...change,
  });

const REGISTER = [
  paper('one', { rememberedAt: 1 }),
  paper('two', { rememberedAt: 2 }),
  paper('three', { rememberedAt: 3 }),
];

async function opened(script: Script = {}) {
  const scripted = scriptedBridge({ 'papers.list': () => ok(REGISTER), ...script });
  const store = createAppStore(scripted.bridge);
  await store.getState().openPapers('c1');
  const shown = () => shownPapers(store.getState()).map((each) => each.identifier);
  return { ...scripted, store, shown };
}

test('a paper that is added while the list is being reloaded stays in the list', async () => {
  const early = Promise.withResolvers<Result<readonly Paper[]>>();
  const fresh = paper('fresh', { rememberedAt: 9 });
  const answers = [ok(REGISTER), early.promise, ok([...REGISTER, fresh])];
  const { store, shown } = await opened({
    'papers.list': () => answers.shift() ?? failed('storage'),
    'papers.add': () => ok(fresh),
  });
  const reading = store.getState().reloadPapers();
  await store.getState().addPaper('fresh', 'Fresh');
  early.resolve(ok(REGISTER));
  await reading;
  expect(shown()).toEqual(['fresh', 'three', 'two', 'one']);
  expect(answers).toEqual([]);
});

test('opening the papers twice waits both times until the views and papers are loaded', async () => {
  const { bridge } = scriptedBridge({
    'papers.list': () => ok(REGISTER),
    'views.list': () => ok([{ id: 'v1', name: 'Mine', query: ALL_ROWS, builtIn: false }]),
  });
  const { getState: state } = createAppStore(bridge);
  void state().openPapers('c1');
  await state().openPapers('c1');
  expect(state().papers).toHaveLength(REGISTER.length);
  expect(state().lists.paper.views).toHaveLength(1);
});

test('a search of papers finds deleted papers, and papers by the texts of their notes', async () => {
  const gone = paper('gone', { deletedAt: 5, rememberedAt: 9 });
  const local = { label: '', note: 'For the fair', customer: 'Acme', tags: ['exam'], protected: false };
  const register = [gone, ...REGISTER, paper('noted', { local })];
  const { store, shown } = await opened({ 'papers.list': () => ok(register) });
  expect(shown()).not.toContain('gone');
  store.getState().paperList.find('gone');
  expect(shown()).toEqual(['gone']);
  for (const word of ['fair', 'ACME', 'exam']) {
    store.getState().paperList.find(word);
    expect(shown()).toEqual(['noted']);
  }
  store.getState().paperList.find('');
  store.getState().paperList.putFilter({ kind: 'mark', mark: 'vanished', is: true }, null);
  expect(shown()).toContain('gone');
});

test('the current paper can’t be renamed or deleted while the list does not show it', async () => {
  const { store } = await opened();
  const { selectPaper, paperList, paperPicking } = store.getState();
  store.setState({ currentId: 'c1', connections: [connectionOf('c1')] });
  const whyNot = (command: Command) => disabledReason(command, store.getState());
  selectPaper('two');
  expect(whyNot(renamePaper)).toBeNull();
  paperList.change({ columns: [{ id: 'id', width: null }] });
  expect(whyNot(renamePaper)).toBe('The column “Name” is hidden');
  paperList.find('one');
  expect(selectedPapers(store.getState())).toEqual([]);
  expect(whyNot(copyJoinLink)).toBeNull();
  for (const command of [renamePaper, deletePaper])
    expect(whyNot(command)).toBe('The selected paper isn’t in the list');
  paperList.find('');
  for (const rank of [0, 1]) paperPicking.toggle(rank);
  expect(whyNot(renamePaper)).toBe('Select only one paper');
});

test('a join link that arrives after its dialog was closed is announced in a message', async () => {
  const late = Promise.withResolvers<void>();
  const link = { linkId: 'l', displayName: 'Ann', expiresAt: null, claims: [], goneAt: 0 };
  const { store } = await opened({ 'previews.copyLink': () => late.promise.then(() => ok(link)) });
  const { openDialog, copyJoinLink } = store.getState();
  store.setState({ currentId: 'c1' });
  const target = { kind: 'paper', id: 'one' } as const;
  openDialog({ kind: 'copy-link', target });
  const copying = copyJoinLink(target, 'Ann');
  openDialog({ kind: 'copy-link', target });
  late.resolve();
  await copying;
  expect(store.getState().message.text).toBe('Join link for Ann copied.');
});

test('a long pasted list of papers is divided into parts between its lines', () => {
  const lines = Array.from({ length: 5000 }, (_, at) => `paper-${at},Übung ${at} 🎲`);
  const pieces = piecesOf(lines.join('\r\n'));
  expect(pieces.length).toBeGreaterThan(2);
  expect(pieces.map(({ text }) => text).join('\n')).toBe(lines.join('\n'));
  for (const { text, line } of pieces) {
    expect(new TextEncoder().encode(JSON.stringify(text)).length).toBeLessThan(50_000);
    expect(text.startsWith(`${lines[line]}`)).toBe(true);
  }
});

test('after the papers were reloaded, a range selection starts at the current paper', async () => {
  const fresh = paper('fresh', { rememberedAt: 9 });
  const answers = [ok(REGISTER), ok([...REGISTER, fresh])];
  const { store } = await opened({ 'papers.list': () => answers.shift() ?? failed('storage') });
  store.getState().selectPaper('two');
  store.getState().paperPicking.toggle(1);
  await store.getState().reloadPapers();
  store.getState().paperPicking.extend(3);
  expect(papersPicked(store.getState())).toBe(2);
});

test('a selected paper is deselected when it is deleted or forgotten', async () => {
  const gone = paper('two', { deletedAt: 9 });
  const answers = [ok(REGISTER), ok([gone, paper('one')]), ok([gone, paper('one')])];
  const { store } = await opened({ 'papers.list': () => answers.shift() ?? failed('storage') });
  for (const rank of [0, 1, 2]) store.getState().paperPicking.toggle(rank);
  await store.getState().reloadPapers();
  expect(selectedPapers(store.getState()).map(({ identifier }) => identifier)).toEqual(['one']);
  store.getState().paperList.find('two');
  store.getState().paperPicking.toggle(0);
  await store.getState().reloadPapers();
  expect(papersPicked(store.getState())).toBe(2);
});

test('the papers of a new bulk delete are marked in the list and stay selected', async () => {
  let queued = false;
  const marked = () => REGISTER.map((each) => (queued ? { ...each, queued: true as const } : each));
  const { store, emit, calls } = await opened({ 'papers.list': () => ok(marked()) });
  store.getState().paperPicking.all();
  queued = true;
  const job = jobOf('j', { kind: 'delete-papers', about: '', state: 'held' });
  emit('jobs.changed', { job, dismissed: false });
  await expect.poll(() => store.getState().papers?.[0]?.queued).toBe(true);
  expect(papersPicked(store.getState())).toBe(REGISTER.length);
  const reads = () => calls.filter(({ channel }) => channel === 'papers.list').length;
  const before = reads();
  emit('jobs.changed', { job: { ...job, secondsLeft: 3 }, dismissed: false });
  expect(reads()).toBe(before);
  emit('jobs.changed', { job: { ...job, state: 'cancelled' }, dismissed: false });
  expect(reads()).toBe(before + 1);
});

test('a click in a list with an age filter selects the clicked paper, even when papers have since aged', async () => {
  const { store } = await opened();
  store.setState({ papersAt: 86_400_002 });
  store.getState().paperList.putFilter({ kind: 'older-than', days: 1 }, null);
  store.getState().paperPicking.toggle(0);
  expect(selectedPapers(store.getState())).toEqual([REGISTER[0]]);
});
