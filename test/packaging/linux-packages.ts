/** Builds the deb and the rpm with dpkg-deb and rpmbuild. Two builds of the same commit are identical. */
import { chmod, cp, lstat, mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesBelow } from './contents.ts';
import { call } from './programs.ts';
import type { Target } from './target.ts';

/** Installation folder of Easel on Linux, by FHS 3.0, section 3.13. */
export const INSTALLED = 'opt/Easel';

export type LinuxBuild = {
  readonly root: string;
  readonly unpacked: string;
  readonly target: Target;
  readonly version: string;
  /** Commit time in seconds since 1970. No file in a package has a later time, so that builds are reproducible. */
  readonly time: number;
  readonly output: string;
};

export type LinuxPackages = { readonly deb: string; readonly rpm: string };

type Manifest = {
  readonly description: string;
  readonly homepage: string;
  readonly author: string;
  readonly license: string;
};

/** Dependencies of the deb. `>= 1.0.17` excludes liboss4-salsa-asound2, which also provides libasound2. */
const DEPENDS = [
  'libasound2 (>= 1.0.17), libatk-bridge2.0-0, libatk1.0-0, libatspi2.0-0, libc6, libcairo2, libcups2, libdbus-1-3',
  'libdrm2, libexpat1, libgbm1, libgcc-s1, libglib2.0-0, libgtk-3-0, libnotify4, libnspr4, libnss3, libpango-1.0-0',
  'libsecret-1-0, libstdc++6, libudev1, libx11-6, libxcb1, libxcomposite1, libxdamage1, libxext6, libxfixes3',
  'libxkbcommon0, libxrandr2, xdg-utils',
].join(', ');

/** Libraries that rpmbuild does not find, because Electron loads them at run time. */
const OPENED = ['libnotify.so.4', 'libsecret-1.so.0'];

const DETAILS = `Create, find, view and delete boards and papers, make papers from templates,
hand out join links, and look into a live room. API keys stay in the
keychain of the person who entered them.`;

const EXECUTABLES = ['easel', 'chrome_crashpad_handler'];
/** Chromium's sandbox helper, for systems without user namespaces. It is setuid root, as in Chromium's packages. */
const SANDBOX_HELPER = 'chrome-sandbox';

/** Converts a version so that dpkg and rpm sort 1.2.0-beta.1 before 1.2.0. */
export const packageVersion = (version: string): string => version.replace('-', '~');

const summary = ({ description }: Manifest): string => description.replace(/[.:].*$/u, '');

const debArch = ({ arch }: Target): string => (arch === 'x64' ? 'amd64' : 'arm64');
const rpmArch = ({ arch }: Target): string => (arch === 'x64' ? 'x86_64' : 'aarch64');

const stage = async (build: LinuxBuild, manifest: Manifest): Promise<string> => {
  const { root, unpacked, output, version, time } = build;
  const packaging = path.join(root, 'main/packaging');
  const tree = path.join(output, 'tree');
  const at = (file: string): string => path.join(tree, file);
  const put = async (file: string, contents: string | Buffer): Promise<void> => {
    await mkdir(path.dirname(at(file)), { recursive: true });
    await writeFile(at(file), contents);
  };
  const copy = async (from: string, to: string): Promise<void> =>
    put(to, await readFile(path.join(packaging, from)));

  await rm(tree, { recursive: true, force: true });
  await mkdir(at('usr/bin'), { recursive: true });
  await cp(unpacked, at(INSTALLED), { recursive: true });
  await symlink(`/${INSTALLED}/easel`, at('usr/bin/easel'));
  await copy('linux/apparmor-profile', `${INSTALLED}/resources/apparmor-profile`);
  await copy('linux/easel.desktop', 'usr/share/applications/easel.desktop');
  for (const icon of await readdir(path.join(packaging, 'icons'))) {
    const size = /^\d+x\d+(?=\.png$)/u.exec(icon)?.[0];
    if (size !== undefined) await copy(`icons/${icon}`, `usr/share/icons/hicolor/${size}/apps/easel.png`);
  }
  await copy('icons/easel.svg', 'usr/share/icons/hicolor/scalable/apps/easel.svg');
  await put('usr/share/man/man1/easel.1.gz', gzip(await readFile(path.join(packaging, 'easel.1'))));
  await put('usr/share/doc/easel/copyright', await copyright(root));
  const changes = `easel (${packageVersion(version)}) stable; urgency=medium\n\n  * What changed: ${manifest.homepage}\n\n`;
  const date = new Date(time * 1000).toUTCString().replace('GMT', '+0000');
  await put(
    'usr/share/doc/easel/changelog.gz',
    gzip(Buffer.from(`${changes} -- ${manifest.author}  ${date}\n`)),
  );
  return tree;
};

const gzip = (contents: Buffer): Buffer => gzipSync(contents, { level: 9 });

const copyright = async (root: string): Promise<string> =>
  `${await readFile(path.join(root, 'LICENSE'), 'utf8')}
What Easel is built with has licences of its own: THIRD-PARTY-NOTICES.txt in /${INSTALLED}/resources, and
LICENSE.electron.txt and LICENSES.chromium.html in /${INSTALLED}.
`;

/** Sets all permissions, independent of the builder's umask. Only root may write to the files. */
const setRights = async (tree: string): Promise<void> => {
  for (const name of ['', ...(await readdir(tree, { recursive: true }))]) {
    const file = path.join(tree, name);
    const info = await lstat(file);
    if (!info.isSymbolicLink()) await chmod(file, info.isDirectory() ? 0o755 : rightsOf(name));
  }
};

const rightsOf = (name: string): number => {
  if (name === `${INSTALLED}/${SANDBOX_HELPER}`) return 0o4755;
  return EXECUTABLES.some((each) => name === `${INSTALLED}/${each}`) ? 0o755 : 0o644;
};

const debControl = (
  build: Pick<LinuxBuild, 'version' | 'target'>,
  manifest: Manifest,
  kilobytes: number,
): string =>
  `Package: easel
Version: ${packageVersion(build.version)}
Architecture: ${debArch(build.target)}
Maintainer: ${manifest.author}
Installed-Size: ${kilobytes}
Depends: ${DEPENDS}
Recommends: gnome-keyring | kwalletmanager
Section: admin
Priority: optional
Homepage: ${manifest.homepage}
Description: ${summary(manifest)}
${DETAILS.replaceAll(/^/gmu, ' ')}
`;

const buildDeb = async (build: LinuxBuild, manifest: Manifest, tree: string): Promise<string> => {
  const { root, output, target, version, time } = build;
  const linux = path.join(root, 'main/packaging/linux');
  const control = path.join(tree, 'DEBIAN');
  await setRights(tree);
  let bytes = 0;
  for (const file of await filesBelow(tree)) bytes += (await lstat(path.join(tree, file))).size;
  await mkdir(control);
  await writeFile(path.join(control, 'control'), debControl(build, manifest, Math.ceil(bytes / 1024)));
  for (const [script, name] of [
    ['after-install.sh', 'postinst'],
    ['after-remove.sh', 'postrm'],
  ] as const) {
    await cp(path.join(linux, script), path.join(control, name));
    await chmod(path.join(control, name), 0o755);
  }
  await chmod(path.join(control, 'control'), 0o644);
  await chmod(control, 0o755);
  const deb = path.join(output, `easel_${packageVersion(version)}_${debArch(target)}.deb`);
  // Compresses with one thread, because the archive's bytes depend on the number of threads.
  call('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, deb], {
    SOURCE_DATE_EPOCH: String(time),
    DPKG_DEB_THREADS_MAX: '1',
  });
  await rm(control, { recursive: true });
  return deb;
};

const rpmSpec = (
  build: Pick<LinuxBuild, 'version'>,
  manifest: Manifest,
  scripts: { readonly afterInstall: string; readonly afterRemove: string },
  files: readonly string[],
): string => `Name: easel
Version: ${packageVersion(build.version)}
Release: 1
Summary: ${summary(manifest)}
License: ${manifest.license}
Group: Office
URL: ${manifest.homepage}
Packager: ${manifest.author}
# The libraries that come along are for Easel alone.
AutoProv: no
%global __requires_exclude ^lib(EGL|GLESv2|ffmpeg|vk_swiftshader|vulkan)\\.so
${OPENED.map((library) => `Requires: ${library}()(64bit)`).join('\n')}
Requires: xdg-utils
Recommends: (gnome-keyring or kf6-kwallet or kwalletd6)

%description
${DETAILS}

%install
cp --archive "%{tree}/." "%{buildroot}/"

%post
${withoutFirstLine(scripts.afterInstall)}
%postun
${withoutFirstLine(scripts.afterRemove)}
%files
%defattr(-, root, root, -)
/${INSTALLED}
${files
  .filter((file) => !file.startsWith(`${INSTALLED}/`))
  .map((file) => `/${file}`)
  .join('\n')}
`;

/** Removes the `#!` line of a package script, because rpm adds its own. */
const withoutFirstLine = (script: string): string => script.replace(/^#!.*\n/u, '');

const buildRpm = async (build: LinuxBuild, manifest: Manifest, tree: string): Promise<string> => {
  const { root, output, target, version, time } = build;
  const top = path.join(output, 'rpmbuild');
  const spec = path.join(output, 'easel.spec');
  const linux = path.join(root, 'main/packaging/linux');
  const scripts = {
    afterInstall: await readFile(path.join(linux, 'after-install.sh'), 'utf8'),
    afterRemove: await readFile(path.join(linux, 'after-remove.sh'), 'utf8'),
  };
  await setRights(tree);
  await writeFile(spec, rpmSpec(build, manifest, scripts, await filesBelow(tree)));
  const settings = {
    _topdir: top,
    _rpmdir: output,
    _rpmfilename: '%%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm',
    tree,
    // Omits the build machine's name and paths from the package, and does not strip binaries.
    _buildhost: 'localhost',
    _build_id_links: 'none',
    _binary_payload: 'w6.xzdio',
    __os_install_post: '%{nil}',
    debug_package: '%{nil}',
    use_source_date_epoch_as_buildtime: '1',
    clamp_mtime_to_source_date_epoch: '1',
  };
  const defines = Object.entries(settings).flatMap(([name, value]) => ['--define', `${name} ${value}`]);
  const rpm = path.join(output, `easel-${packageVersion(version)}-1.${rpmArch(target)}.rpm`);
  call('rpmbuild', ['-bb', '--target', `${rpmArch(target)}-linux`, ...defines, spec], {
    SOURCE_DATE_EPOCH: String(time),
  });
  await rm(top, { recursive: true });
  await rm(spec);
  return rpm;
};

export const buildLinuxPackages = async (build: LinuxBuild): Promise<LinuxPackages> => {
  const manifest = JSON.parse(await readFile(path.join(build.root, 'package.json'), 'utf8')) as Manifest;
  const tree = await stage(build, manifest);
  const deb = await buildDeb(build, manifest, tree);
  const rpm = await buildRpm(build, manifest, tree);
  await rm(tree, { recursive: true });
  return { deb, rpm };
};
