const { contextBridge, ipcRenderer } = require('electron');

const listeners = new Set();
ipcRenderer.on('news', (_event, ...args) => listeners.forEach((listener) => listener(...args)));
globalThis.preloadSecret = 'only the preload sees this';

contextBridge.exposeInMainWorld('api', {
  version: 1,
  nested: { list: [1, 2, 3] },
  add: (a, b) => a + b,
  fail: () => {
    throw new TypeError('on purpose');
  },
  later: async (value) => value,
  failLater: async () => {
    throw new Error('later, on purpose');
  },
  withCallback: (callback) => callback('from the preload'),
  subscribe: (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  send: (channel, ...args) => ipcRenderer.send(channel, ...args),
  exposeAgain: () => contextBridge.exposeInMainWorld('api', {}),
});
