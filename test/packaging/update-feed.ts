/** Writes the update feeds for electron-updater. electron-builder can't, because six machines build a release. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ARCHITECTURES = ['x64', 'arm64'];

export const writeUpdateFeed = (folder: string, version: string): void => {
  const names = (os: string, extension: string): readonly string[] =>
    ARCHITECTURES.map((arch) => `Easel-${version}-${os}-${arch}.${extension}`);
  const feeds = { 'latest.yml': names('win', 'exe'), 'latest-mac.yml': names('mac', 'zip') };
  const missing = Object.values(feeds)
    .flat()
    .filter((name) => !existsSync(path.join(folder, name)));
  if (missing.length > 0) throw new Error(`Missing: ${missing.join(', ')}`);
  for (const [feed, files] of Object.entries(feeds)) {
    const entries = files.map((url) => {
      const content = readFileSync(path.join(folder, url));
      const sha512 = createHash('sha512').update(content).digest('base64');
      return { url, sha512, size: content.length, isAdminRightsRequired: url.endsWith('.exe') };
    });
    // Writes the feed as JSON, which is valid YAML.
    writeFileSync(path.join(folder, feed), `${JSON.stringify({ version, files: entries }, null, 2)}\n`);
  }
  writeFileSync(path.join(folder, 'latest-linux.yml'), `version: ${version}\n`);
};
