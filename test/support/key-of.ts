import { readApiKey, type ApiKey } from '../../main/service/authorize.ts';

export function keyOf(text: string): ApiKey {
  const key = readApiKey(text);
  if (!key.ok) throw new Error(key.error);
  return key.value;
}
