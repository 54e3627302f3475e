import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { createHandlers, type UseCases } from '../../main/ipc/handlers.ts';
import { REPLIES } from '../../main/ipc/replies.ts';
import { ARGS } from '../../main/ipc/schemas.ts';
import { CALL_NAMES } from '../../preload/contract/call-names.ts';
import type { CallName } from '../../preload/contract/calls.ts';
import { GOOD_ARGS, QUERY, SELECTION } from './good-args.ts';
import { GOOD_REPLIES } from './good-replies.ts';

/** Which use case answers, and with what: the one line of each channel, as it is meant. */
const MEANT: { readonly [C in CallName]: readonly [string, ...unknown[]] | null } = {
  'app.info': null,
  'app.copy': ['copyText', 'b-7'],
  'app.preferences': ['preferred.read'],
  'app.prefer': ['preferred.write', GOOD_ARGS['app.prefer']],
  'policy.state': null,
  'lock.state': ['lock.state'],
  'lock.now': ['lock.lockNow'],
  'lock.unlock': ['lock.unlock', 'a-passphrase-that-is-none'],
  'lock.configure': ['lock.configure', GOOD_ARGS['lock.configure']],
  'lock.removeKeys': ['lock.removeKeys', 'remove keys'],
  'keychain.state': ['keychain.state'],
  'keychain.status': ['keychain.status'],
  'connections.list': ['connections.list'],
  'connections.select': ['connections.select', 'c-1'],
  'connections.check': ['connections.check', GOOD_ARGS['connections.check']],
  'connections.checkPaper': ['connections.checkPaper', GOOD_ARGS['connections.check'], 'p-7'],
  'connections.save': ['connections.save', GOOD_ARGS['connections.save']],
  'connections.remove': ['connections.remove', 'c-1', false],
  'connections.reorder': ['connections.reorder', ['c-1']],
  'connections.duplicate': ['connections.duplicate', 'c-1'],
  'connections.unlockChanges': ['connections.unlockChanges', 'c-1', 'Acme'],
  'connections.lockChanges': ['connections.lockChanges', 'c-1'],
  'connections.practise': ['practise'],
  'keys.list': ['keys.list', 'c-1'],
  'keys.chooseFile': ['keys.chooseFile'],
  'keys.shredFile': ['keys.shredFile', 'f-1'],
  'keys.stage': ['keys.stage', GOOD_ARGS['keys.stage']],
  'keys.edit': ['keys.edit', GOOD_ARGS['keys.edit']],
  'keys.keep': ['keys.keep', 'c-1', 'k-1'],
  'keys.rehearse': ['keys.rehearse', 'c-1', ''],
  'keys.useNext': ['keys.useNext', 'c-1', 'main', false],
  'keys.goBack': ['keys.goBack', 'c-1', 'main'],
  'keys.retire': ['keys.retire', 'c-1', 'k-1', 'retired'],
  'keys.discard': ['keys.discard', 'c-1', 'k-1'],
  'keys.leftovers': ['keys.leftovers'],
  'keys.removeLeftovers': ['keys.removeLeftovers'],
  'transfer.export': ['transfer.export', GOOD_ARGS['transfer.export']],
  'transfer.open': ['transfer.open'],
  'transfer.unlock': ['transfer.unlock', 'i-1', 'a-passphrase-that-is-none'],
  'transfer.apply': ['transfer.apply', 'i-1', [0]],
  'transfer.close': ['transfer.close', 'i-1'],
  'boards.list': ['boards.list', 'c-1'],
  'boards.cancelList': ['boards.cancelList', 'c-1'],
  'boards.state': ['boards.state', 'c-1'],
  'boards.window': ['boards.window', GOOD_ARGS['boards.window']],
  'boards.rank': ['boards.rank', GOOD_ARGS['boards.rank']],
  'boards.fields': ['boards.fields', 'c-1'],
  'boards.overview': ['boards.overview', 'c-1', QUERY],
  'boards.annotate': ['notes.annotate', 'c-1', SELECTION, { label: 'Plan', addTags: ['school'] }],
  'boards.undo': ['notes.undo', 'c-1', 'undo-1'],
  'boards.copy': ['boardCopies.copy', 'c-1', SELECTION, 'ids'],
  'boards.export': ['boardExports.start', GOOD_ARGS['boards.export']],
  'boards.cancelExport': ['boardExports.cancel', 'e-1'],
  'views.list': ['views.list', 'c-1'],
  'views.save': ['views.save', GOOD_ARGS['views.save']],
  'views.remove': ['views.remove', 'c-1', 'v-1'],
  'views.columns': ['views.columns', 'c-1'],
  'views.setColumns': ['views.setColumns', 'c-1', [{ id: 'created', width: 120 }]],
  'notes.export': ['notes.export', 'c-1', 'csv'],
  'notes.open': ['notes.open', 'c-1'],
  'notes.apply': ['notes.apply', 'i-1', ['b-7']],
  'boards.create': ['boards.create', 'c-1'],
  'boards.view': ['boards.view', 'c-1', 'b-7'],
  'papers.list': ['papers.list', 'c-1'],
  'papers.create': ['papers.create', GOOD_ARGS['papers.create']],
  'papers.add': ['papers.add', 'c-1', 'p-7', ''],
  'papers.forget': ['papers.forget', 'c-1', 'p-7'],
  'jobs.list': ['jobs.list'],
  'jobs.deleteOne': ['jobs.deleteOne', 'c-1', { kind: 'board', id: 'b-7' }],
  'jobs.review': ['reviews.review', 'c-1', SELECTION],
  'jobs.saveReview': ['reviews.save', 'r-1'],
  'jobs.closeReview': ['reviews.close', 'r-1'],
  'jobs.deleteReviewed': ['reviews.deleteReviewed', 'r-1', '502', 'T-7'],
  'jobs.createBoards': ['jobs.createBoards', 'c-1', 3],
  'jobs.paperNames': ['paperNames', '{date} {n}', 3],
  'jobs.createPapers': ['jobs.createPapers', 'c-1', ['Plan'], null],
  'jobs.mintLinks': ['jobs.mintLinks', 'c-1', 'p-7', ['Ada']],
  'jobs.copyLinks': ['jobResults.copyLinks', 'j-1'],
  'jobs.saveLinks': ['jobResults.saveLinks', 'j-1'],
  'jobs.startNow': ['jobs.startNow', 'j-1'],
  'jobs.cancel': ['jobs.cancel', 'j-1'],
  'jobs.pause': ['jobs.pause', 'j-1'],
  'jobs.resume': ['jobs.resume', 'j-1'],
  'jobs.stop': ['jobs.stop', 'j-1'],
  'jobs.retryFailed': ['jobs.retryFailed', 'j-1'],
  'jobs.dismiss': ['jobs.dismiss', 'j-1'],
  'jobs.items': ['jobs.items', 'j-1', 0, 100, 'failed'],
  'jobs.saveItems': ['jobResults.saveItems', 'j-1'],
  'plans.save': ['plans.save', 'r-1', 'Old ones', 7],
  'plans.open': ['plans.open', 'c-1'],
  'activity.page': ['activity.page', { connectionId: null, action: null, find: '' }, 0, 100],
  'activity.check': ['activity.check'],
  'activity.export': [
    'activity.export',
    { connectionId: 'c-1', action: 'board-deleted', find: 'b-7' },
    'csv',
  ],
  'unknowns.list': ['unknowns.list', 'c-1'],
  'unknowns.check': ['unknowns.check', 'c-1', 'u-1'],
  'unknowns.settle': ['unknowns.settle', 'c-1', 'u-1'],
  'health.state': ['health.state', 'c-1'],
  'health.tryNow': ['health.tryNow', 'c-1'],
  'network.settings': ['network.settings', 'c-1'],
  'network.chooseCa': ['network.chooseCa', 'c-1'],
  'network.removeCas': ['network.removeCas', 'c-1'],
  'network.signIn': ['network.signIn', 'proxy.example:3128', 'ada', 'a-password-that-is-none'],
  'previews.open': ['previews.open', 'c-1', { kind: 'board', id: 'b-7' }, 'Ada', 'T-7'],
  'previews.close': ['previews.close', 'v-1'],
  'previews.copyLink': ['previews.copyLink', 'c-1', 'p-7', 'Ada'],
};

const GROUPS = [
  'boardCopies',
  'boardExports',
  'boards',
  'connections',
  'health',
  'keychain',
  'keys',
  'lock',
  'network',
  'notes',
  'papers',
  'preferred',
  'previews',
  'transfer',
  'unknowns',
  'views',
  'activity',
  'jobs',
  'reviews',
  'plans',
  'jobResults',
];

/** Use cases that only record which of them was called. */
function recordingUseCases(): { readonly use: UseCases; readonly called: unknown[][] } {
  const called: unknown[][] = [];
  const record =
    (name: string) =>
    (...args: unknown[]): null => {
      called.push([name, ...args]);
      return null;
    };
  const group = (name: string): object =>
    new Proxy({}, { get: (_target, method) => record(`${name}.${String(method)}`) });
  const use = {
    info: GOOD_REPLIES['app.info'],
    copyText: record('copyText'),
    practise: record('practise'),
    paperNames: record('paperNames'),
    policy: GOOD_REPLIES['policy.state'],
    ...Object.fromEntries(GROUPS.map((name) => [name, group(name)])),
  };
  return { use: use as unknown as UseCases, called };
}

test('schemas, replies and handlers are there for every channel, and for nothing else', () => {
  const channels = [...CALL_NAMES].sort();
  expect(Object.keys(ARGS).sort()).toEqual(channels);
  expect(Object.keys(REPLIES).sort()).toEqual(channels);
  expect(Object.keys(createHandlers(recordingUseCases().use)).sort()).toEqual(channels);
});

describe.each(CALL_NAMES)('%s', (channel) => {
  test('has one line that reaches its use case with just its arguments', async () => {
    const { use, called } = recordingUseCases();
    const handler = createHandlers(use)[channel] as (args: unknown) => unknown;
    await handler(GOOD_ARGS[channel]);
    const meant = MEANT[channel];
    expect(called).toEqual(meant === null ? [] : [meant]);
  });

  test('has schemas that take what they are made for', () => {
    expect(v.is(ARGS[channel], GOOD_ARGS[channel])).toBe(true);
    expect(v.is(REPLIES[channel], GOOD_REPLIES[channel])).toBe(true);
  });
});

test('no channel takes an address, a path, a header or a method, but for the connection’s three addresses', () => {
  const names = new Set(CALL_NAMES.flatMap((channel) => Object.keys(GOOD_ARGS[channel])));
  expect([...names].filter((name) => /url|api|address|path|header|method|host/i.test(name)).sort()).toEqual([
    'apiKey',
    'appUrl',
    'boardApi',
    'boardApiKey',
    'paperApi',
  ]);
});

test('no reply has a field for a key, a token or a room’s address', () => {
  const text = JSON.stringify(Object.values(GOOD_REPLIES));
  expect(text).not.toMatch(/"(?:apiKey|token|accessToken|address|secret|password|jwt)"/i);
});
