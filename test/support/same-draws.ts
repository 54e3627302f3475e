/** Set up for tests with drawn examples: each run draws the same ones, so that what fails once fails again. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 20261121 });
