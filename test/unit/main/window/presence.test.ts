import { afterEach, describe, expect, test, vi } from 'vitest';
import { createPresence } from '../../../../main/window/system-presence.ts';
import { powerMonitor, touchId } from '../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

afterEach(() => {
  powerMonitor.startOver();
  Object.assign(powerMonitor, { idleSeconds: 0, idleState: 'active' });
  Object.assign(touchId, { exists: false, says: true, reasons: [] });
});

test('idle time comes from the system, and is asked each time', () => {
  const { idleSeconds } = createPresence('linux');
  expect(idleSeconds()).toBe(0);
  powerMonitor.idleSeconds = 301;
  expect(idleSeconds()).toBe(301);
});

test('behind a locked screen nobody is there, even when the mouse has just moved', () => {
  powerMonitor.idleState = 'locked';
  expect(createPresence('linux').idleSeconds()).toBe(Infinity);
});

test.each(['suspend', 'lock-screen', 'user-did-resign-active'])(
  '%s means that the person has left',
  (event) => {
    let left = 0;
    createPresence('darwin').onAway(() => (left += 1));
    expect(left).toBe(0);
    powerMonitor.emit(event);
    expect(left).toBe(1);
  },
);

test('only sleep, not a locked screen, stops running requests', () => {
  let slept = 0;
  createPresence('darwin').onSleep(() => (slept += 1));
  powerMonitor.emit('lock-screen');
  expect(slept).toBe(0);
  powerMonitor.emit('suspend');
  expect(slept).toBe(1);
});

describe('Touch ID', () => {
  test.each([true, false])('returns the system’s answer (%s)', async (says) => {
    Object.assign(touchId, { exists: true, says });
    expect(await createPresence('darwin').ask?.()).toBe(says);
    expect(touchId.reasons).toHaveLength(1);
  });

  test.each([
    ['a Mac without it', 'darwin', false],
    ['Windows', 'win32', true],
    ['Linux', 'linux', true],
  ] as const)('isn’t available on %s', (_where, platform, exists) => {
    touchId.exists = exists;
    expect(createPresence(platform).ask).toBeNull();
  });
});
