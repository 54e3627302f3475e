import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfiguration, validateConfiguration } from '../../packaging/configuration.ts';

// What must stand in it is checked by D2 of `npm run nightly security` (test/security/builder.ts).
const root = path.resolve(import.meta.dirname, '../../..');
const configuration = await readConfiguration(root);

test("electron-builder's own schema accepts the configuration", async () => {
  await validateConfiguration(configuration);
});

test("electron-builder's own schema refuses a misspelt option", async () => {
  await expect(validateConfiguration({ ...configuration, forceCodeSining: true })).rejects.toThrow(
    /forceCodeSining/,
  );
});

test('package.json has the details that packages show', async () => {
  const manifest: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  expect(manifest).toHaveProperty('main', 'out/app/main/index.js');
  expect(manifest).toHaveProperty('homepage', expect.stringMatching(/^https:/));
  expect(manifest).toHaveProperty('author', expect.stringMatching(/<.+@.+>/));
  expect(manifest).toHaveProperty('description', expect.stringMatching(/\w/));
});
