import { expect, test } from 'vitest';
import { consentOf } from '../../main/ipc/consent.ts';
import type { Effect } from '../../preload/contract/call.ts';
import { CALL_NAMES, CALLS, type CallName } from '../../preload/contract/contract.ts';
import { EVENTS } from '../../preload/contract/events.ts';
import { exampleOf, GOOD_ARGS, GOOD_REPLIES } from './examples.ts';

const callsThat = (...effects: readonly Effect[]): readonly CallName[] =>
  CALL_NAMES.filter((name) => effects.includes(CALLS[name].effect));

test('no IPC call accepts an HTTP path, header or method as an argument', () => {
  const names = new Set(CALL_NAMES.flatMap((name) => Object.keys(GOOD_ARGS[name])));
  expect([...names].filter((name) => /url|api|address|path|header|method|host/i.test(name)).sort()).toEqual(
    'apiKey appUrl boardApi boardApiKey host paperApi'.split(' '),
  );
});

test('no IPC reply and no IPC event has a field for a key, a token or a room’s address', () => {
  const text = JSON.stringify([...Object.values(GOOD_REPLIES), ...Object.values(EVENTS).map(exampleOf)]);
  expect(text).not.toMatch(/"(?:apiKey|token|accessToken|address|secret|password|jwt)"/i);
});

test('the IPC calls that change data in the service are exactly the calls listed in this test', () => {
  expect(callsThat('changes-service', 'deletes')).toEqual([
    ...'boards.create papers.create jobs.deleteOne jobs.deleteReviewed jobs.createBoards'.split(' '),
    ...'jobs.createPapers jobs.mintLinks jobs.createPack jobs.startNow jobs.resume'.split(' '),
    'jobs.retryFailed',
    'teamwork.approve',
  ]);
});

test('every IPC call that changes data in the service, uses a key or exports data requires user input', () => {
  const weak = callsThat('changes-service', 'deletes', 'uses-key', 'gives-away').filter(
    (name) => consentOf(CALLS[name], GOOD_ARGS[name]) === 'none',
  );
  // Only copies of ids need no user input. A compromised page may have written other texts, so their copies need it.
  expect(weak).toEqual(['boards.copy', 'papers.copy', 'activity.copyTarget']);
});

test('IPC calls that cancel, pause, lock or close need no click or key press', () => {
  expect(callsThat('holds-back').filter((name) => 'consent' in CALLS[name])).toEqual([]);
});

test('the IPC calls that always require main’s confirmation are exactly the calls listed in this test', () => {
  expect(CALL_NAMES.filter((name) => CALLS[name].consent === 'dialog')).toEqual([
    ...'lock.configure lock.removeKeys connections.check connections.save connections.remove'.split(' '),
    ...'connections.unlockChanges keys.stage keys.edit keys.keep keys.useNext keys.goBack'.split(' '),
    ...'keys.retire keys.discard transfer.export transfer.apply previews.liftShield'.split(' '),
    ...'jobs.deleteOne jobs.deleteReviewed jobs.createBoards jobs.createPapers jobs.mintLinks'.split(' '),
    ...'jobs.createPack jobs.startNow network.signIn network.forgetSignIn'.split(' '),
    ...'team.configure team.remove team.setUp teamwork.approve'.split(' '),
  ]);
});

test('the IPC arguments that may contain a secret are exactly the arguments listed in this test', () => {
  const fields = new Set(CALL_NAMES.flatMap((name) => Object.keys(CALLS[name].secrets ?? {})));
  expect([...fields].sort()).toEqual([
    ...'apiKey boardApiKey currentPassphrase paper passphrase password pasted pastedHead'.split(' '),
    'templateId',
  ]);
});
