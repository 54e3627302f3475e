import { afterEach, describe, expect, test, vi } from 'vitest';
import { createPresence } from '../../../../main/window/system-presence.ts';
import { powerMonitor, touchId } from '../../../support/fake-electron.ts';

vi.mock('electron', () => import('../../../support/fake-electron.ts'));

afterEach(() => {
  powerMonitor.startOver();
  Object.assign(powerMonitor, { idleSeconds: 0, idleState: 'active' });
  Object.assign(touchId, { exists: false, says: true, reasons: [] });
});

test('idle time comes from the system, and is endless behind a locked screen', () => {
  const { idleSeconds } = createPresence('linux');
  powerMonitor.idleSeconds = 301;
  expect(idleSeconds()).toBe(301);
  powerMonitor.idleState = 'locked';
  expect(idleSeconds()).toBe(Infinity);
});

test.each(['suspend', 'lock-screen', 'user-did-resign-active'])(
  '%s means that the person has left',
  (event) => {
    const left = vi.fn<() => void>();
    createPresence('darwin').onAway(left);
    powerMonitor.emit(event);
    expect(left).toHaveBeenCalledOnce();
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
  });

  test.each([
    ['a Mac without it', 'darwin', false],
    ['Windows', 'win32', true],
  ] as const)('isn’t available on %s', (_where, platform, exists) => {
    touchId.exists = exists;
    expect(createPresence(platform).ask).toBeNull();
  });
});
