/** True under `npm run nightly`, which plays long matrices whole; `npm test` plays a few cases of each. */
export const isNightly = process.env['EASEL_NIGHTLY'] === '1';

/** The whole of a matrix in the nightly run, else a short version of it. */
export const dose = <T>(whole: T, brief: T): T => (isNightly ? whole : brief);

/** Every case, or every second, third… */
export const some = <T>(cases: readonly T[], stride: number): readonly T[] =>
  cases.filter((_, at) => at % stride === 0);
