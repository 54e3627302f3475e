/** True under `npm run nightly`, which plays long matrices whole; `npm test` plays a few cases of each. */
export const isNightly = process.env['EASEL_NIGHTLY'] === '1';

/** The whole of a matrix in the nightly run, else a short version of it. */
export const dose = <T>(whole: T, brief: T): T => (isNightly ? whole : brief);
