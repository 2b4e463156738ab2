import { describe, expect, test } from 'vitest';
import {
  agreeOnLimits,
  readLimits,
  type SharedLimitValues,
} from '../../../../../batch/server/machines/limits/agreeOnLimits.js';
import { LimitsConnection } from '../../../../../batch/server/machines/limits/limitsConnection.js';
import { databaseOfTest, hasPostgres } from '../../../../postgres/postgresUnderTest.js';
import { withTables } from './limitsOfTest.js';

type Wanted = Partial<SharedLimitValues>;

describe.skipIf(!hasPostgres)('two processes that start at the same moment', () => {
  test.for<[one: Wanted, other: Wanted, agreed: SharedLimitValues]>([
    [{}, { perSecond: 100, concurrency: 20 }, { perSecond: 100, burst: 1, concurrency: 20 }],
    [{ perSecond: 100, concurrency: 20 }, {}, { perSecond: 100, burst: 1, concurrency: 20 }],
    [{ concurrency: 20 }, { perSecond: 100 }, { perSecond: 100, burst: 1, concurrency: 20 }],
    [{ burst: 7 }, { perSecond: 100 }, { perSecond: 100, burst: 7, concurrency: 5 }],
    [{}, {}, { perSecond: null, burst: 1, concurrency: 5 }],
    [{ perSecond: null }, { perSecond: 100 }, { perSecond: null, burst: 1, concurrency: 5 }],
  ])('keep what each has named: %j, and meanwhile %j', async ([one, other, agreed]) => {
    const url = await databaseOfTest();
    await withTables(url);
    const connection = new LimitsConnection({ url, setUp: [] });
    let isFirst = true;
    // The other one comes between what this one reads and what it writes.
    const interrupted: Pick<LimitsConnection, 'rows'> = {
      rows: async (sql, values) => {
        const rows = await connection.rows(sql, values);
        if (isFirst) {
          isFirst = false;
          await agreeOnLimits(connection, other);
        }
        return rows as never;
      },
    };
    expect(await agreeOnLimits(interrupted, one)).toEqual(agreed);
    expect(await readLimits(connection)).toEqual(agreed);
    await connection.close();
  });
});
