import type { Result } from '../../preload/contract/failure.ts';

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${JSON.stringify(result.error)}`);
  return result.value;
}
