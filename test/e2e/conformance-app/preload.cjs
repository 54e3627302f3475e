const { contextBridge } = require('electron');

contextBridge.exposeInMainWorld('api', { add: (a, b) => a + b });
