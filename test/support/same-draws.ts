/** Fixes the seed of random examples, so that failures repeat. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 20261121 });
