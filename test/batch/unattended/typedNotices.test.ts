import { expect, test } from 'vitest';
import { findSecrets } from '../../../batch/cli/unattended/typedNotices.js';

test.each([
  'postgres://rwa:hunter2@db.example.com/rwa',
  'postgresql://rwa@db.example.com/rwa?sslmode=require&password=hunter2',
])('the password in %s is a secret, whether the URL is an option or a variable', (url) => {
  expect(findSecrets(['worker', '--database', url], {})).toContain('hunter2');
  expect(findSecrets([], { RWA_DATABASE_URL: url })).toContain('hunter2');
});
