// Records all violations of the content policy, from the page's start.
/** @type {string[]} */
const violations = [];
document.addEventListener('securitypolicyviolation', (event) => {
  violations.push(event.effectiveDirective);
});
Object.assign(window, { violations });
