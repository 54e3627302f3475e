/** True under `npm run nightly`, which runs every case of long matrices. */
export const isNightly = process.env['EASEL_NIGHTLY'] === '1';

/** Returns `whole` in the nightly run, else `brief`. */
export const dose = <T>(whole: T, brief: T): T => (isNightly ? whole : brief);

/** Returns every `stride`-th case. */
export const some = <T>(cases: readonly T[], stride: number): readonly T[] =>
  cases.filter((_, at) => at % stride === 0);
