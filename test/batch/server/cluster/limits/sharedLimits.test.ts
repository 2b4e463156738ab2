import { describe, expect, test } from 'vitest';
import {
  divide,
  leaseMs,
  type Leases,
  type LimitSettings,
  readLimits,
  upsertLimits,
} from '../../../../../batch/server/cluster/limits/sharedLimits.js';
import { testDatabase, hasPostgres } from '../../../../postgres/postgresUnderTest.js';
import { testStore } from '../testMachines.js';

describe.skipIf(!hasPostgres)('the limits in the database', () => {
  test.for<[first: LimitSettings, second: LimitSettings, combined: LimitSettings]>([
    [{}, { perSecond: 100, concurrency: 20 }, { perSecond: 100, concurrency: 20 }],
    [{ concurrency: 20 }, { perSecond: 100 }, { perSecond: 100, concurrency: 20 }],
    [{}, {}, { perSecond: null, concurrency: 5 }],
    [{ concurrency: 4 }, { perSecond: null }, { perSecond: null, concurrency: 4 }],
  ])(
    'combine the options of two simultaneous starts: %j, %j',
    async ([first, second, combined]) => {
      const url = await testDatabase();
      const stores = [await testStore(url), await testStore(url)] as const;
      expect(await readLimits(stores[0])).toBeUndefined();
      await Promise.all([upsertLimits(stores[0], first), upsertLimits(stores[1], second)]);
      expect(await readLimits(stores[0])).toEqual(combined);
    },
  );

  test('keep their values unless a later start has options for them', async () => {
    const store = await testStore(await testDatabase());
    await upsertLimits(store, { perSecond: 50, concurrency: 8 });
    const changed = { perSecond: null, concurrency: 8 };
    expect(await upsertLimits(store, { perSecond: null })).toEqual(changed);
    await expect(upsertLimits(store, { concurrency: 0 })).rejects.toThrow('concurrency');
    expect(await upsertLimits(store, {})).toEqual(changed);
  });
});

/** A process that uses all of its permits until its next renewal. */
interface TestProcess {
  permits: number;
  inFlight: number;
}

/** Processes that share a concurrency. The test sets their clock. */
class TestProcesses {
  leases: Leases = {};
  nowMs = 1_000_000;
  readonly #processes = new Map<string, TestProcess>();

  constructor(public concurrency: number) {}

  /** Renews the lease of a process. Returns its permits, and whether permits are about to move to or from it. */
  renew(holder: string, inFlight?: number) {
    const process = this.#findProcess(holder);
    process.inFlight = Math.min(inFlight ?? process.inFlight, this.countInFlight(holder));
    const inUse = Math.max(process.permits, process.inFlight);
    const { concurrency, isInTransit } = this.#divide(holder, inUse);
    process.permits = concurrency;
    return [concurrency, isInTransit ? 'in transit' : 'settled'];
  }

  giveBack(holder: string) {
    this.#processes.delete(holder);
    this.#divide(holder);
  }

  #divide(holder: string, inUse?: number) {
    const { concurrency, nowMs } = this;
    const limits = { perSecond: null, concurrency };
    const { leases, share } = divide(this.leases, limits, { holder, inUse, nowMs });
    this.leases = leases;
    return share;
  }

  /** Returns the maximum number of requests that a process may have in flight: 0 once its lease has expired. */
  countInFlight(holder: string): number {
    const { permits, inFlight } = this.#findProcess(holder);
    return Math.max(permits, inFlight);
  }

  get mostInFlight(): number {
    return [...this.#processes.keys()].reduce((sum, holder) => sum + this.countInFlight(holder), 0);
  }

  #findProcess(holder: string): TestProcess {
    const process = this.#processes.get(holder) ?? { permits: 0, inFlight: 0 };
    this.#processes.set(holder, process);
    const isLeased = (this.leases[holder]?.untilMs ?? 0) > this.nowMs;
    return isLeased ? process : Object.assign(process, { permits: 0, inFlight: 0 });
  }
}

describe('the permits of all processes', () => {
  test('are all leased to a single process, and half of them move to a second one once the first returns them', () => {
    const processes = new TestProcesses(10);
    expect(processes.renew('a')).toEqual([10, 'settled']);
    expect(processes.renew('b')).toEqual([0, 'in transit']);
    expect(processes.renew('a')).toEqual([5, 'in transit']);
    expect(processes.renew('b')).toEqual([0, 'in transit']);
    expect(processes.renew('a')).toEqual([5, 'settled']);
    expect(processes.renew('b')).toEqual([5, 'settled']);
    processes.giveBack('a');
    expect(processes.renew('b')).toEqual([10, 'settled']);
  });

  test('stay with a process while its requests are in flight', () => {
    const processes = new TestProcesses(10);
    processes.renew('a');
    processes.renew('b');
    expect(processes.renew('a', 8)).toEqual([5, 'in transit']);
    expect(processes.renew('a', 8)).toEqual([5, 'in transit']);
    expect(processes.renew('b')).toEqual([2, 'in transit']);
    expect(processes.renew('a', 5)).toEqual([5, 'settled']);
    expect(processes.renew('b')).toEqual([5, 'settled']);
  });

  test('become free when the lease of a dead process expires, even if the clock was set back', () => {
    const processes = new TestProcesses(4);
    processes.renew('a');
    processes.nowMs += leaseMs - 1;
    expect(processes.renew('b')).toEqual([0, 'in transit']);
    processes.nowMs -= 3_600_000;
    processes.renew('b');
    processes.nowMs += leaseMs + 1;
    expect(processes.renew('b')).toEqual([4, 'settled']);
  });

  test('are reduced after the concurrency was lowered', () => {
    const processes = new TestProcesses(10);
    for (const name of ['a', 'b', 'a', 'a', 'b']) processes.renew(name);
    processes.concurrency = 4;
    for (const name of ['a', 'b', 'a', 'b', 'a', 'b']) processes.renew(name, 0);
    expect(['a', 'b'].map((name) => processes.renew(name))).toEqual([
      [2, 'settled'],
      [2, 'settled'],
    ]);
  });

  test('determine which share of the rate each process gets', () => {
    const limits = { perSecond: 100, concurrency: 10 };
    const alone = divide({}, limits, { holder: 'a', inUse: 0, nowMs: 0 });
    const spacingMs = (permits: number) => (1_020 * 10) / (100 * permits);
    expect(alone.share).toMatchObject({ concurrency: 10, spacingMs: spacingMs(10) });
    const leases = { a: { permits: 7, untilMs: leaseMs } };
    const second = divide(leases, limits, { holder: 'b', inUse: 0, nowMs: 0 });
    expect(second.share).toMatchObject({ concurrency: 3, spacingMs: spacingMs(3) });
  });

  test('rotate if there are fewer permits than processes', () => {
    const processes = new TestProcesses(2);
    const names = ['a', 'b', 'c', 'd', 'e'];
    const served = new Set<string>();
    for (let second = 0; second < 60; second++) {
      for (const name of names) {
        if (processes.renew(name, 0)[0] !== 0) served.add(name);
      }
      expect(processes.mostInFlight).toBeLessThanOrEqual(2);
      processes.nowMs += 1_000;
    }
    expect([...served].toSorted()).toEqual(names);
  });

  test('are never exceeded in a random sequence of renewals, returns and expirations', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    const processes = new TestProcesses(7);
    let mostLeased = 0;
    for (let step = 0; step < 20_000; step++) {
      const name = `p${random(9)}`;
      if (random(12) === 0) processes.giveBack(name);
      else processes.renew(name, random(8));
      const living = Object.entries(processes.leases).filter(
        ([, { untilMs }]) => untilMs > processes.nowMs,
      );
      const leased = living.reduce((sum, [, { permits }]) => sum + permits, 0);
      expect(leased).toBeLessThanOrEqual(7);
      for (const [holder, { permits }] of living) {
        expect(processes.countInFlight(holder)).toBeLessThanOrEqual(permits);
      }
      mostLeased = Math.max(mostLeased, leased);
      processes.nowMs += random(900);
    }
    expect(mostLeased).toBe(7);
  });
});
