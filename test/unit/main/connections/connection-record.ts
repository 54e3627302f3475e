import type { ConnectionRecord } from '../../../../main/store/tables/connections.ts';

export const recordOf = (change: Partial<ConnectionRecord> = {}): ConnectionRecord => ({
  id: 'c',
  name: 'Acme boards',
  environment: 'test',
  color: 'blue',
  paperApi: 'https://papers.example.com',
  boardApi: 'https://boards.example.com',
  appUrl: 'https://app.example.com',
  separateBoardKey: false,
  readOnly: false,
  createdAt: 0,
  ...change,
});
