/** What a guest page runs with: rebuilt from nothing, whatever the page that asked for it had set. */

type Loose = Record<string, unknown>;

/**
 * Replaces every preference by Easel's own. Electron clamps only some of them itself (security.md, B), so none is
 * filtered and none is kept.
 */
export function guestPreferences(
  preferences: object,
  { partition, allowDevTools }: { readonly partition: string; readonly allowDevTools: boolean },
): void {
  const target = preferences as Loose;
  for (const name of Object.keys(target)) delete target[name];
  Object.assign(target, {
    partition,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    plugins: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    webviewTag: false,
    disableDialogs: true,
    disablePopups: true,
    javascript: true,
    devTools: allowDevTools,
  });
}

/** Leaves two parameters and writes both: the room's address, which the asking page did not name, and the partition. */
export function hardenParams(
  params: Record<string, string>,
  { address, partition }: { readonly address: string; readonly partition: string },
): void {
  const instance = params['instanceId'];
  for (const name of Object.keys(params)) delete params[name];
  if (instance !== undefined) params['instanceId'] = instance;
  params['src'] = address;
  params['partition'] = partition;
}
