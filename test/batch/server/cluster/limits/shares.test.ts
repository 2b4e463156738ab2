import { expect, test } from 'vitest';
import {
  divide,
  leaseMs,
  type Shares,
  type Usage,
} from '../../../../../batch/server/cluster/limits/shares.js';

/** The shares of all processes, by a clock that the test sets. */
class SharesOfTest {
  shares: Shares | undefined;
  nowMs = 1_000_000;

  constructor(readonly most: number) {}

  renew(id: string, usage: Partial<Usage> | null = {}) {
    const used = { inFlight: 0, good: 0, isOverloaded: false, ...usage };
    const renewed = divide(
      this.most,
      this.shares,
      id,
      usage === null ? undefined : used,
      this.nowMs,
    );
    this.shares = renewed.shares;
    return renewed;
  }

  get sum(): number {
    const leases = Object.values(this.shares?.leases ?? {});
    return leases
      .filter(({ untilMs }) => untilMs > this.nowMs)
      .reduce((sum, { permits }) => sum + permits, 0);
  }
}

test('a process alone has all permits, and one that joins gets its share when the first has shrunk', () => {
  const all = new SharesOfTest(10);
  expect(all.renew('a')).toMatchObject({ permits: 10, isShort: false });
  expect(all.renew('b')).toMatchObject({ permits: 0, isShort: true });
  expect(all.renew('a')).toMatchObject({ permits: 5, isShort: false });
  expect(all.renew('b')).toMatchObject({ permits: 5, isShort: false });
  all.renew('a', null);
  expect(all.renew('b')).toMatchObject({ permits: 10 });
});

test('a process keeps what it has in flight, and others wait for that', () => {
  const all = new SharesOfTest(10);
  all.renew('a');
  all.renew('b');
  expect(all.renew('a', { inFlight: 8 })).toMatchObject({ permits: 5 });
  expect(all.renew('b')).toMatchObject({ permits: 2, isShort: true });
  all.renew('a', { inFlight: 5 });
  expect(all.renew('b')).toMatchObject({ permits: 5, isShort: false });
});

test('the permits of a process that died come free when its lease ends, also after the clock was set back', () => {
  const all = new SharesOfTest(4);
  all.renew('a');
  all.nowMs += leaseMs - 1;
  expect(all.renew('b')).toMatchObject({ permits: 0 });
  all.nowMs -= 3_600_000;
  all.renew('b');
  all.nowMs += leaseMs + 1;
  expect(all.renew('b')).toMatchObject({ permits: 4 });
});

test('with fewer permits than processes, each has its turn', () => {
  const all = new SharesOfTest(2);
  const names = ['a', 'b', 'c', 'd', 'e'];
  const served = new Set<string>();
  for (let second = 0; second < 60; second++) {
    for (const name of names) if (all.renew(name).permits > 0) served.add(name);
    expect(all.sum).toBeLessThanOrEqual(2);
    all.nowMs += 1_000;
  }
  expect([...served].toSorted()).toEqual(names);
});

test('whatever processes come, die and have in flight, they never have more than all permits', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const all = new SharesOfTest(7);
  const permits = new Map<string, number>();
  for (let step = 0; step < 5_000; step++) {
    const id = `p${random(9)}`;
    const isAlive = (all.shares?.leases[id]?.untilMs ?? 0) > all.nowMs;
    if (random(12) === 0) all.renew(id, null);
    else {
      const inFlight = isAlive ? random((permits.get(id) ?? 0) + 1) : 0;
      permits.set(id, all.renew(id, { inFlight }).permits);
    }
    expect(all.sum).toBeLessThanOrEqual(7);
    all.nowMs += random(900);
  }
});

test('an overload halves the permits of all once a second, and rounds of good answers raise them by one', () => {
  const all = new SharesOfTest(8);
  expect(all.renew('a', { isOverloaded: true }).permits).toBe(4);
  expect(all.renew('a', { isOverloaded: true }).permits).toBe(4);
  all.nowMs += 1_000;
  expect(all.renew('a', { isOverloaded: true }).permits).toBe(2);
  expect(all.renew('a', { good: 1 }).permits).toBe(2);
  expect(all.renew('a', { good: 1 }).permits).toBe(3);
  expect(all.renew('a', { good: 7 }).permits).toBe(5);
  expect(all.renew('a', { good: 100 }).permits).toBe(8);
});
