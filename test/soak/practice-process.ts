// Import fast-time.ts first, because other modules read the clock on load.
import '../faults/fast-time.ts';
import { runControlled } from '../practice/control.ts';

interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

const { control } = await runControlled({ boards: 500 });
process.on('message', ({ id, name, args }: Call) => {
  const value: unknown = Reflect.apply(Reflect.get(control, name) as () => unknown, control, args);
  process.send?.({ id, value });
});
process.on('disconnect', () => process.exit());
process.send?.('started');
