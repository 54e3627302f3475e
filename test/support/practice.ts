/** The practice service in this thread: a test that starts it anew has no use for a thread, which takes ten times as long. */
import type { Remote } from '../../main/threads/rpc.ts';
import type { Control } from '../../main/practice/control.ts';
import {
  serviceBehind,
  workerOptions,
  type PracticeOptions,
  type PracticeService,
} from '../../main/practice/practice.ts';
import { runService } from '../../main/practice/run.ts';

/** As `startPractice` of the app; it ends with `stop`. */
export async function startPractice(
  options: Omit<PracticeOptions, 'workerUrl'> = {},
): Promise<PracticeService> {
  const { control, stop } = await runService(await workerOptions(options));
  const calls = Object.entries(control).map(([name, call]) => [
    name,
    // What it gives is another's from then on, as from a thread.
    (...args: never[]) =>
      Promise.resolve(args).then((given) =>
        structuredClone((call as (...given: never[]) => unknown)(...given)),
      ),
  ]);
  return serviceBehind(Object.fromEntries(calls) as Remote<Control>, () => Promise.resolve(stop()));
}
