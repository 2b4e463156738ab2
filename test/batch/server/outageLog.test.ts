import { expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseError } from '../../../batch/server/db/errors.js';
import { log } from '../../../batch/server/log.js';
import { OutageLog } from '../../../batch/server/outageLog.js';
import { testLog } from './testLog.js';

test('an outage is logged once when it begins and once when it ends, and other errors each time', () => {
  const lines = testLog();
  const info = vi.spyOn(log, 'info');
  onTestFinished(() => {
    info.mockRestore();
  });
  const outage = new OutageLog('Rows could not be stored', { sheet: 'S' });
  const away = new DatabaseError('connect ECONNREFUSED', { isLost: true });
  outage.recordFailure(away);
  outage.recordFailure(away);
  const warning = { level: 'warn', sheet: 'S', msg: 'Rows could not be stored' };
  expect(lines).toMatchObject([{ ...warning, err: { message: 'connect ECONNREFUSED' } }]);
  outage.recordSuccess();
  outage.recordSuccess();
  const fields: unknown = { sheet: 'S', ms: expect.any(Number) as unknown };
  expect(info.mock.calls).toEqual([[fields, 'Recovered: Rows could not be stored']]);
  outage.recordFailure(new Error('Ada Lovelace is no date'));
  outage.recordFailure(new Error('Ada Lovelace is no date'));
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'error', 'error']);
  expect(JSON.stringify(lines)).not.toContain('Ada');
});
