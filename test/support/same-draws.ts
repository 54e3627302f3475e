/** Sets a fixed seed for fast-check's random examples, so that failures can be reproduced. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 20261121 });
