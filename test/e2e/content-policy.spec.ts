/** The content policy of the app's page: it stops what it must, and nothing that Easel does. */
import type { Page } from 'playwright';
import { startAppHost } from '../support/app-host.ts';
import {
  addPaper,
  boardsListed,
  connect,
  createPaper,
  entriesFor,
  goTo,
  previewPaper,
} from '../support/easel.ts';
import { guestCount, guestJoined } from '../support/guests.ts';
import { setLook } from '../support/theme.ts';
import { listenToViolations } from '../support/violations.ts';
import { expect, test } from './fixtures.ts';

interface Probe {
  /** Runs in the page, with `address` at hand; says `ran` or anything else. */
  readonly code: string;
  /** Whether it may get through. */
  readonly allowed?: true;
  /** The directive whose violation it must raise; null where another wall may stop it first, or none is raised. */
  readonly directive: string | null;
}

const trusted = 'require-trusted-types-for';

/** Security.md, F: what was tried, and what had to come of it. */
const PROBES: Readonly<Record<string, Probe>> = {
  'an inline script': {
    code: `add('script', { textContent: 'window.ran = true' }); return window.ran`,
    directive: trusted,
  },
  'an event handler in an attribute': {
    code: `const image = document.createElement('img'); image.setAttribute('onerror', 'window.ran = true');
           image.src = 'data:,'; document.body.append(image); await pause(); return window.ran`,
    directive: trusted,
  },
  eval: { code: `return (0, eval)("'ran'") === 'ran'`, directive: trusted },
  'the Function constructor': { code: `return new Function('return true')()`, directive: trusted },
  'a timer with text': {
    code: `setTimeout('window.ran = true', 0); await pause(); return window.ran`,
    directive: trusted,
  },
  innerHTML: { code: `add('div').innerHTML = '<b id="made"></b>'; return made()`, directive: trusted },
  insertAdjacentHTML: {
    code: `document.body.insertAdjacentHTML('beforeend', '<b id="made"></b>'); return made()`,
    directive: trusted,
  },
  DOMParser: {
    code: `return new DOMParser().parseFromString('<b id="made"></b>', 'text/html') !== null`,
    directive: trusted,
  },
  srcdoc: { code: `add('iframe').srcdoc = '<b></b>'; return true`, directive: trusted },
  'a script from elsewhere': { code: `add('script').src = address; return true`, directive: trusted },
  'document.write': { code: `document.write('<b id="made"></b>'); return made()`, directive: trusted },
  'a worker from a blob': {
    code: `const url = URL.createObjectURL(new Blob(['postMessage(1)'])); const worker = new Worker(url);
           return await new Promise((resolve) => { worker.onmessage = () => resolve(true);
             worker.onerror = () => resolve(false); })`,
    directive: trusted,
  },
  fetch: { code: `await fetch(address, { mode: 'no-cors' }); return true`, directive: 'connect-src' },
  XMLHttpRequest: {
    code: `return await new Promise((resolve) => { const request = new XMLHttpRequest();
             request.onload = () => resolve(true); request.onerror = () => resolve(false);
             request.open('GET', address); request.send(); })`,
    directive: 'connect-src',
  },
  'a web socket': {
    code: `return await new Promise((resolve) => { const socket = new WebSocket(address.replace('http', 'ws'));
             socket.onopen = () => resolve(true); socket.onerror = () => resolve(false); })`,
    directive: 'connect-src',
  },
  'a beacon': {
    code: `navigator.sendBeacon(address, 'x'); await pause(); return false`,
    directive: 'connect-src',
  },
  'an image from elsewhere': {
    code: `return await new Promise((resolve) => { const image = add('img'); image.onload = () => resolve(true);
             image.onerror = () => resolve(false); image.src = address; })`,
    directive: 'img-src',
  },
  'a frame from elsewhere': {
    code: `add('iframe').src = address; await pause(); return false`,
    directive: null,
  },
  'a form to elsewhere': {
    code: `const form = add('form'); form.action = address; form.method = 'post'; form.submit(); await pause(); return false`,
    directive: 'form-action',
  },
  'another base': {
    code: `const base = document.createElement('base'); base.href = address; document.head.append(base);
           return document.baseURI.startsWith(address)`,
    directive: 'base-uri',
  },
  'an object': {
    code: `const object = add('object'); object.data = address; await pause(); return false`,
    directive: trusted,
  },
  'a Trusted Types policy': {
    code: `trustedTypes.createPolicy('mine', { createHTML: (text) => text }); return true`,
    directive: 'trusted-types',
  },
  'an inline style': {
    code: `const text = add('p'); text.setAttribute('style', 'color: rgb(1, 2, 3)');
           return getComputedStyle(text).color === 'rgb(1, 2, 3)'`,
    directive: 'style-src-attr',
  },
  'a style element': {
    code: `const text = add('p'); add('style').textContent = 'p { color: rgb(1, 2, 3) !important; }';
           return getComputedStyle(text).color === 'rgb(1, 2, 3)'`,
    directive: 'style-src-elem',
  },
  textContent: {
    code: `return add('p', { textContent: '<b>plain</b>' }).textContent === '<b>plain</b>'`,
    allowed: true,
    directive: null,
  },
  'a style set by script': {
    code: `const text = add('p'); text.style.color = 'rgb(1, 2, 3)';
           return getComputedStyle(text).color === 'rgb(1, 2, 3)'`,
    allowed: true,
    directive: null,
  },
  'an image in the page': {
    code: `return await new Promise((resolve) => { const image = add('img'); image.onload = () => resolve(true);
             image.onerror = () => resolve(false);
             image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='; })`,
    allowed: true,
    directive: null,
  },
};

/**
 * Runs a probe as the page's own code would run. While a driver evaluates, eval is open to it: a task of the page's own
 * comes after that.
 */
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

test('the policy blocks every attempt to get around it, and lets the page work', async ({ easel }) => {
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
    // Asked of the page itself: a form that was stopped leaves a driver waiting for its answer.
    expect(await window.evaluate(() => document.body.textContent)).toContain('Connect to your service');
  } finally {
    await elsewhere.takeDown();
  }
});

test.describe(() => {
  // Practice lasts until Easel quits.
  test.use({ ownComputer: true });
  test('a walk through all of Easel causes no violation', async ({ easel, practice }) => {
    const { app, window } = easel;
    const violations = await listenToViolations(window);
    const dialog = window.getByRole('dialog');
    const question = window.getByRole('alertdialog');
    const sample = practice.samplePapers[0];
    const closed = async (): Promise<void> => {
      await window.keyboard.press('Escape');
      await dialog.or(question).waitFor({ state: 'detached' });
    };

    await connect(window, entriesFor(practice));
    const boards = window.getByRole('grid', { name: 'Boards' });
    await boards.getByRole('row').nth(5).click();
    await window.getByRole('complementary', { name: 'Board details' }).getByText('Read at').waitFor();
    await window.mouse.wheel(0, 4000);
    await window.keyboard.press('ControlOrMeta+n');
    await window
      .getByText(/^Board .+ created$/u)
      .first()
      .waitFor();
    // New board can be deleted once it stands in the list.
    await expect(window.getByRole('button', { name: 'Delete…' })).not.toHaveAttribute('aria-disabled');
    await boards.focus();
    await window.keyboard.press('Delete');
    await question.waitFor();
    await closed();
    await window.keyboard.press('ControlOrMeta+k');
    await dialog.getByRole('combobox').fill('paper');
    await closed();
    await window.keyboard.press('F1');
    await dialog.waitFor();
    await closed();

    await addPaper(window, sample?.identifier ?? '', sample?.name ?? '');
    await createPaper(window, 'A copy', sample?.name);
    await previewPaper(window, 'A copy', 'Ada');
    await guestJoined(app);
    await practice.faults.set('room', { kind: 'status', status: 500 });
    await previewPaper(window, 'A copy', 'Ada, again');
    await window.getByRole('alert').filter({ hasText: 'status 500' }).waitFor();
    await window.getByRole('button', { name: 'Leave all previews' }).click();
    await expect.poll(() => guestCount(app)).toBe(0);

    await practice.faults.set('listBoards', { kind: 'html' });
    await goTo(window, 'Boards');
    await window.keyboard.press('F5');
    await window.getByRole('alert').first().waitFor();
    await setLook(app, 'dark');
    await window.keyboard.press('ControlOrMeta+Shift+N');
    await window.getByLabel('Paper API address').fill('nonsense');
    await window.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await window.getByRole('button', { name: 'Practise with sample data' }).click();
    await boardsListed(window);
    expect(await violations.seen()).toEqual([]);

    // And it would have been seen.
    await window.evaluate(() =>
      document.body.append(Object.assign(document.createElement('style'), { textContent: 'a {}' })),
    );
    await expect
      .poll(async () => (await violations.seen()).map(({ directive }) => directive))
      .toContain('style-src-elem');
  });
});
