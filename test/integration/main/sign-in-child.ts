/** Runs main behind a proxy with the system's keychain. Prints the results, and all texts in main's replies. */
import { ok } from '../../../preload/contract/failure.ts';
import { draftFor, startServices } from '../../support/services.ts';

export interface SignInStep {
  readonly do: 'view' | 'sign in' | 'forget' | 'remove all keys';
  readonly userData: string;
  readonly origin: string;
  readonly proxy: string;
  readonly pem: string;
  readonly user: string;
  readonly password: string;
}

export interface SignInReport {
  readonly kept: unknown;
  /** Result of viewing a board through the proxy: `ok`, or the message of the failure. */
  readonly viewed: string;
  readonly listed: unknown;
  readonly said: string;
}

const step = JSON.parse(process.argv[2] ?? '') as SignInStep;
const { userData, origin, proxy, pem, user, password } = step;
let saved = '';
const services = await startServices(userData, {
  caFile: pem,
  route: `PROXY ${proxy}`,
  files: { save: (_purpose, name, text) => Promise.resolve(ok(((saved = text), name))) },
});
const known = (await services.must('connections.list', {})).connections[0];
const draft = draftFor(origin, 'some-key', known === undefined ? {} : { id: known.id });
const { id: connectionId } = await services.must('connections.save', draft);
await services.must('network.chooseCa', { connectionId });

const view = async (): Promise<string> => {
  const viewed = await services.call('boards.view', { connectionId, boardId: 'b' });
  return viewed.ok ? 'ok' : viewed.error.message;
};
let viewed = await view();
let kept: unknown = null;
if (step.do === 'sign in') {
  kept = await services.must('network.signIn', { proxy, user, password });
  viewed = await view();
}
if (step.do === 'remove all keys') await services.must('lock.removeKeys', {});
if (step.do === 'forget') await services.must('network.forgetSignIn', { connectionId, proxy });
const { signIns: listed } = await services.must('network.settings', { connectionId });
await services.must('diagnostics.save', {});
await services.release();
const report: SignInReport = { kept, viewed, listed, said: services.said() + saved };
process.stdout.write(JSON.stringify(report));
