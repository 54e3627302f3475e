/** Electron app of `npm run probe`: checks each fact about Electron and prints one line of JSON per fact. */
import { app } from 'electron';
import { registerAppScheme } from '../../main/app/security/app-files.ts';
import { LINES } from './lines.ts';

const LINE_MS = 10_000;

registerAppScheme();
app.on('window-all-closed', () => undefined);

async function answered(find: () => Promise<string>): Promise<string> {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, LINE_MS, `no answer in ${LINE_MS / 1000} s`);
  try {
    return await Promise.race([find(), late]);
  } catch (error) {
    return `error: ${error instanceof Error ? error.message : 'unknown'}`;
  } finally {
    clearTimeout(timer);
  }
}

// Does not await `whenReady` at the top level, because Electron becomes ready only after this module has run.
void app.whenReady().then(async () => {
  for (const line of LINES) {
    const answer = { ...line, lines: LINES.length, found: await answered(line.find) };
    // Waits until the line is written: Windows pipes are slow, and an exit discards output.
    await new Promise((done) => process.stdout.write(`${JSON.stringify(answer)}\n`, done));
  }
  app.exit(0);
});
