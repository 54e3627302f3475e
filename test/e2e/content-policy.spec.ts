import type { Page } from 'playwright';
import { startAppHost } from '../support/app-host.ts';
import { expect, test } from './fixtures.ts';

interface Probe {
  /** Code to run in the page, with the variable `address`. It returns true if the policy did not block it. */
  readonly code: string;
  readonly allowed?: true;
  /** CSP directive that `code` violates. Null if Chromium may block `code` for another reason first. */
  readonly directive: string | null;
}

const trusted = 'require-trusted-types-for';

/** Attempts to violate each CSP directive. `security/ways-out` tests all other ways to send data out of the page. */
const PROBES: Readonly<Record<string, Probe>> = {
  'an inline script': {
    code: `add('script', { textContent: 'window.ran = true' }); return window.ran`,
    directive: trusted,
  },
  eval: { code: `return (0, eval)("'ran'") === 'ran'`, directive: trusted },
  innerHTML: { code: `add('div').innerHTML = '<b id="made"></b>'; return made()`, directive: trusted },
  'a worker from a blob': {
    code: `const url = URL.createObjectURL(new Blob(['postMessage(1)'])); const worker = new Worker(url);
           return await new Promise((resolve) => { worker.onmessage = () => resolve(true);
             worker.onerror = () => resolve(false); })`,
    directive: trusted,
  },
  fetch: { code: `await fetch(address, { mode: 'no-cors' }); return true`, directive: 'connect-src' },
  'a frame from elsewhere': {
    code: `add('iframe').src = address; await pause(); return false`,
    directive: null,
  },
  'a form to elsewhere': {
    code: `const form = add('form'); form.action = address; form.method = 'post'; form.submit(); await pause(); return false`,
    directive: 'form-action',
  },
  'an inline style': {
    code: `const text = add('p'); text.setAttribute('style', 'color: rgb(1, 2, 3)');
           return getComputedStyle(text).color === 'rgb(1, 2, 3)'`,
    directive: 'style-src-attr',
  },
  'a style set by script': {
    code: `const text = add('p'); text.style.color = 'rgb(1, 2, 3)';
           return getComputedStyle(text).color === 'rgb(1, 2, 3)'`,
    allowed: true,
    directive: null,
  },
};

/** Runs a probe in a timer of the page, because code that Playwright evaluates may use `eval` despite the policy. */
async function run(
  page: Page,
  { code }: Probe,
  address: string,
): Promise<{ ran: boolean; directives: string[] }> {
  const text = `(address) => new Promise((resolve) => {
    const seen = []; const note = (event) => seen.push(event.effectiveDirective);
    const before = new Set(document.querySelectorAll('*'));
    const pause = () => new Promise((go) => setTimeout(go, 50));
    const made = () => document.querySelector('#made') !== null;
    const add = (name, properties = {}) => {
      const element = Object.assign(document.createElement(name), properties); document.body.append(element); return element;
    };
    const probe = async () => { ${code} };
    setTimeout(async () => {
      delete window.ran;
      document.addEventListener('securitypolicyviolation', note);
      const ran = await probe().then((value) => value === true, () => false);
      await pause();
      document.removeEventListener('securitypolicyviolation', note);
      for (const element of document.querySelectorAll('*')) if (!before.has(element)) element.remove();
      resolve({ ran, directives: [...new Set(seen)] });
    });
  })`;
  return page.evaluate(`(${text})(${JSON.stringify(address)})`);
}

test.describe(() => {
  test.use({ violatesPolicy: true });

  test('the content security policy blocks every request of the page to the network', async ({
    easel,
    computer,
  }) => {
    const { window } = easel;
    const elsewhere = await startAppHost();
    await window.getByRole('button', { name: 'Connect to your service' }).waitFor();
    try {
      for (const [name, probe] of Object.entries(PROBES)) {
        const { ran, directives } = await run(window, probe, `${elsewhere.origin}/probe`);
        expect.soft(ran, `${name} ran`).toBe(probe.allowed === true);
        if (probe.directive !== null) expect.soft(directives, name).toContain(probe.directive);
        if (probe.allowed === true) expect.soft(directives, name).toEqual([]);
      }
      expect(elsewhere.paths).toEqual([]);
      // Proves that violations are recorded, because all other specs only check that no violation is recorded.
      expect(computer.violations().join()).toContain('style-src');
      // Reads the text with `evaluate`, because Playwright's locators would wait for the blocked form submission.
      expect(await window.evaluate(() => document.body.textContent)).toContain('Connect to your service');
    } finally {
      await elsewhere.takeDown();
    }
  });
});
