const number = new Intl.NumberFormat('en');

/** "1 board", "1,240 boards": a count with its noun; the plural is given where it is more than an “s”. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number.format(count)} ${count === 1 ? one : many}`;
}
