/**
 * Check S18: scripts in Easel's page send no network packet. `ways-out-child.ts` runs in a network namespace with one
 * interface, the check's name server and no other computer, so every outgoing packet counts, in any protocol. Not
 * covered: packets to this computer, and names that another process resolves (nscd, or systemd-resolved by its socket).
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, run } from '../commands/process.ts';
import { tally, type Case, type Finding } from '../support/finding.ts';
import { processFolder } from '../support/process-folder.ts';
import { findDriver, hasProgram, withDisplay } from '../support/system.ts';
import { dose, isNightly } from '../support/nightly.ts';

/** The short version of this check tests only every twelfth way to send data. */
const STRIDE = dose(1, 12);
const LIMIT_MS = 9 * 60_000;
const WHAT = 'ways out of Easel’s page: requests, WebRTC, DNS prefetch, images, forms, counted as packets';
const NAMESPACES = ['--user', '--map-root-user', '--net', '--mount'];

/** Sets up the network. `$0`: path of a resolv.conf. Turns off IGMP reports, which would count as packets. */
const NETWORK = `set -e
ip link set lo up
ip link add out type veth peer name away
echo 1 > /proc/sys/net/ipv6/conf/out/disable_ipv6
echo 1 > /proc/sys/net/ipv6/conf/away/disable_ipv6
echo 0 > /proc/sys/net/ipv4/igmp_link_local_mcast_reports
ip link set away up
ip link set out up
ip address add 192.0.2.1/24 dev out
ip neighbour add 192.0.2.2 lladdr "$(ip -o link show away | sed 's/.*ether \\([0-9a-f:]*\\).*/\\1/')" dev out nud permanent
ip route add default via 192.0.2.2
mount --bind "$0" /etc/resolv.conf
exec "$@"`;

async function whyNotHere(): Promise<string | null> {
  if (process.platform !== 'linux') return 'needs Linux, for a network of its own';
  if (findDriver() === undefined) return 'neither Electron nor a Chromium on this machine';
  const missing = ['unshare', 'ip'].find((program) => !hasProgram(program));
  if (missing !== undefined) return `needs the program ${missing}`;
  const { code } = await run('unshare', [...NAMESPACES, 'ip', 'link', 'set', 'lo', 'up'], {
    limitMs: 10_000,
  });
  return code === 0 ? null : 'this system refuses a network of its own (unshare --user --net)';
}

export async function check(): Promise<Finding> {
  const common = { id: 'S18', what: WHAT, target: '0 packets, 0 names' };
  const reason = await whyNotHere();
  if (reason !== null) {
    const skipped: Case = { name: WHAT, problems: [], skipped: reason };
    return { ...common, ...tally([skipped]) };
  }
  // Builds the app in the nightly run. In `npm test`, an earlier stage has built it.
  if (isNightly) {
    const built = await run(process.execPath, ['test/commands/build.ts'], { limitMs: LIMIT_MS });
    if (built.code !== 0) throw new Error(built.output);
  }
  const onShell = findDriver()?.kind === 'chromium-shell';
  const cases = (await play()).map((each) =>
    onShell && each.name.startsWith('WebRTC') && each.problems.length === 0
      ? { ...each, skipped: '0 packets, but an extension of the Chromium shell sets the WebRTC policy' }
      : each,
  );
  const proxy: readonly Case[] = onShell
    ? [{ name: 'the proxy of the page’s session', problems: [], skipped: 'the Chromium shell applies none' }]
    : [];
  return { ...common, ...tally([...cases, ...proxy]) };
}

async function play(): Promise<readonly Case[]> {
  const servers = path.join(processFolder(), 'resolv.conf');
  await writeFile(servers, 'nameserver 127.0.0.1\n');
  const driver = findDriver();
  const child = path.join(ROOT, 'test/security/ways-out-child.ts');
  const command = withDisplay(driver, [process.execPath, child, String(STRIDE)]);
  const ended = await run('unshare', [...NAMESPACES, 'sh', '-c', NETWORK, servers, ...command], {
    limitMs: LIMIT_MS,
    environment: { ...driver?.environment },
  });
  const last = ended.output.trimEnd().split('\n').at(-1) ?? '';
  if (ended.code !== 0 || !last.startsWith('[')) throw new Error(ended.output);
  return JSON.parse(last) as readonly Case[];
}
