/**
 * `safeStorage` with a fixed key that stands in this file: it keeps no secret. Never for real ones.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const KEY = Buffer.alloc(32, 'chromium shell');
const ALGORITHM = 'aes-256-gcm';

export const safeStorage = {
  isEncryptionAvailable: (): boolean => true,
  getSelectedStorageBackend: (): string => 'basic_text',
  setUsePlainTextEncryption: (): void => {},
  encryptString: (text: string): Buffer => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv(ALGORITHM, KEY, nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  },
  decryptString: (encrypted: Buffer): string => {
    const decipher = createDecipheriv(ALGORITHM, KEY, encrypted.subarray(0, 12));
    decipher.setAuthTag(encrypted.subarray(12, 28));
    return Buffer.concat([decipher.update(encrypted.subarray(28)), decipher.final()]).toString('utf8');
  },
};
