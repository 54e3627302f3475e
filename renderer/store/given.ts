/** What is there whenever this is called, such as a connection in front; that it is not would be a bug. */
export function given<T>(value: T | null | undefined): T {
  if (value == null) throw new Error('called while nothing is open');
  return value;
}
