/** App of `npm run probe`: checks each entry and prints one line of JSON. */
import { app } from 'electron';
import { registerAppScheme } from '../../main/app/security/app-files.ts';
import { LINES } from './lines.ts';

/** Time limit of one entry. */
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

// Not awaited here, because Electron is ready only after this module has run.
void app.whenReady().then(async () => {
  for (const line of LINES) {
    const answer = { ...line, lines: LINES.length, found: await answered(line.find) };
    // Waits until the line is written, because an exit would discard it on Windows, where pipes are slow.
    await new Promise((done) => process.stdout.write(`${JSON.stringify(answer)}\n`, done));
  }
  app.exit(0);
});
