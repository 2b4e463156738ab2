import { describe, expect, test } from 'vitest';
import {
  agreeOnLimits,
  readLimits,
  type SharedLimitValues,
} from '../../../../../batch/server/cluster/limits/agreeOnLimits.js';
import { databaseOfTest, hasPostgres } from '../../../../postgres/postgresUnderTest.js';
import { storeOfTest } from '../machinesOfTest.js';

type Wanted = Partial<SharedLimitValues>;

describe.skipIf(!hasPostgres)('two processes that start at the same moment', () => {
  test.for<[one: Wanted, other: Wanted, agreed: Wanted]>([
    [{}, { perSecond: 100, concurrency: 20 }, { perSecond: 100, burst: 1, concurrency: 20 }],
    [{ concurrency: 20 }, { perSecond: 100 }, { perSecond: 100, burst: 1, concurrency: 20 }],
    [{ burst: 7 }, { perSecond: 100 }, { perSecond: 100, burst: 7, concurrency: 5 }],
    [{}, {}, { perSecond: null, burst: 1, concurrency: 5 }],
    [{ concurrency: 4 }, { perSecond: null }, { perSecond: null, burst: 1, concurrency: 4 }],
  ])('keep what each has named: %j, and meanwhile %j', async ([one, other, agreed]) => {
    const url = await databaseOfTest();
    const stores = [await storeOfTest(url), await storeOfTest(url)] as const;
    expect(await readLimits(stores[0])).toBeUndefined();
    await Promise.all([agreeOnLimits(stores[0], one), agreeOnLimits(stores[1], other)]);
    expect(await readLimits(stores[0])).toEqual(agreed);
  });

  test('a later one changes only what it names', async () => {
    const store = await storeOfTest(await databaseOfTest());
    await agreeOnLimits(store, { perSecond: 50, concurrency: 8 });
    const changed = { perSecond: null, burst: 3, concurrency: 8 };
    expect(await agreeOnLimits(store, { perSecond: null, burst: 3 })).toEqual(changed);
    await expect(agreeOnLimits(store, { concurrency: 0 })).rejects.toThrow('concurrency');
    expect(await agreeOnLimits(store, {})).toEqual(changed);
  });
});
