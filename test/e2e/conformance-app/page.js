// Collects what the specs look at, before anything can happen.
/** @type {string[]} */
const violations = [];
document.addEventListener('securitypolicyviolation', (event) => {
  violations.push(event.effectiveDirective);
});
Object.assign(window, { violations });
