import { createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const SUMS = 'SHA256SUMS';

export const writeSums = (folder: string): number => {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith(SUMS))
    .map(({ name }) => name)
    .sort();
  const lines = files.map((name) => {
    const sum = createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex');
    return `${sum}  ${name}\n`;
  });
  writeFileSync(path.join(folder, SUMS), lines.join(''));
  return files.length;
};

export const readKey = (pem: string): KeyObject => {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw new Error('The key is no private key in PEM');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is not an Ed25519 key');
  return key;
};

export const signSums = (folder: string, key: KeyObject): void => {
  writeFileSync(path.join(folder, `${SUMS}.sig`), sign(null, readFileSync(path.join(folder, SUMS)), key));
};
