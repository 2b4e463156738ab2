import { expect, test } from 'vitest';
import { findSecrets } from '../../../batch/cli/unattended/secretOptions.js';

test.each([
  'postgres://rwa:hunter2@db.example.com/rwa',
  'postgresql://rwa@db.example.com/rwa?sslmode=require&password=hunter2',
])('findSecrets finds the password in %s, as an option and as RWA_DATABASE_URL', (url) => {
  expect(findSecrets(['worker', '--database', url], {})).toContain('hunter2');
  expect(findSecrets([], { RWA_DATABASE_URL: url })).toContain('hunter2');
});
