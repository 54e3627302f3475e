/** The built Easel, with someone who writes down all that main says to the page. */
import './recorder.js';

// By its address: a build is no source for the type checker.
await import(new URL('../../../out/app/main/index.js', import.meta.url).href);
