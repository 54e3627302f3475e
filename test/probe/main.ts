/** Electron app of `npm run probe`: checks each fact about Electron and prints one line of JSON per fact. */
import { setTimeout as delay } from 'node:timers/promises';
import { app } from 'electron';
import { registerAppScheme } from '../../main/app/security/app-files.ts';
import { LINES } from './lines.ts';

const LINE_MS = 10_000;

registerAppScheme();
app.on('window-all-closed', () => undefined);

function answered(find: () => Promise<string>): Promise<string> {
  const late = delay(LINE_MS, `no answer in ${LINE_MS / 1000} s`);
  return Promise.race([find(), late]).catch((error: unknown) => `error: ${String(error)}`);
}

// Has no top-level `await`, because Electron becomes ready only after this module has run.
void app.whenReady().then(async () => {
  for (const line of LINES) {
    const answer = { ...line, lines: LINES.length, found: await answered(line.find) };
    // Waits for the write, because an exit would discard unwritten output, for example in slow pipes on Windows.
    await new Promise((done) => process.stdout.write(`${JSON.stringify(answer)}\n`, done));
  }
  app.exit(0);
});
