import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Case } from '../support/finding.ts';
import { hasProgram } from '../support/system.ts';
import { attempt } from './programs.ts';

/** What electron-builder's own script puts round ours; the rest of it needs plug-ins that only a release machine downloads. */
const aroundOurs = (ours: string, installer: string): string => `Unicode true
Name Easel
OutFile "${installer}"
!define PRODUCT_NAME Easel
!define isUpdated '"a" == "b"'
!include LogicLib.nsh
${ours}
Section
  WriteUninstaller "$INSTDIR\\uninstall.exe"
SectionEnd
Section Uninstall
  !insertmacro customUnInstall
SectionEnd
`;

export const checkInstallerScript = async (root: string): Promise<Case> => {
  const name = 'makensis takes main/packaging/installer.nsh';
  if (!hasProgram('makensis')) return { name, problems: [], skipped: 'makensis isn’t here' };
  const folder = await mkdtemp(path.join(tmpdir(), 'easel-nsis-'));
  try {
    const script = path.join(folder, 'easel.nsi');
    const ours = await readFile(path.join(root, 'main/packaging/installer.nsh'), 'utf8');
    await writeFile(script, aroundOurs(ours, path.join(folder, 'easel.exe')));
    const { ok, output } = attempt('makensis', ['-WX', '-V2', script]);
    return { name, problems: ok ? [] : [output] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
