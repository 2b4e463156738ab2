import {
  copyFileSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toSheetFiles } from '../../../batch/engine/journal/sheetFiles.js';
import { lockSheet } from '../../../batch/engine/journal/sheetLock.js';
import { systemTiming } from '../../../batch/http/timing.js';
import { type Fault, faultEffects } from '../../../sandbox/faults/faultEffects.js';
import { type Proxy, startProxy } from '../../http/proxy.js';
import { rwa } from '../../../batch/rwa.js';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { createPerson } from '../cli/person.js';
import { testFolder } from '../testFolder.js';
import { createTinyDisk } from '../tinyDisk.js';
import { readCells, employees, hireRow, allInWords, runOn, writeHires } from './testRun.js';

async function countAssessments(service: SandboxUnderTest): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { employeeId } of (await service.readLedger()).assessments) {
    const employee = String(employeeId);
    counts.set(employee, (counts.get(employee) ?? 0) + 1);
  }
  return counts;
}

const findMaxCount = (counts: ReadonlyMap<string, number>) => Math.max(0, ...counts.values());

test('a run assesses each row, and the next run sends one read request', async () => {
  const service = await startTestSandbox();
  const path = writeHires(testFolder(), employees(20));
  const { summary } = await runOn(path, service.sandbox);
  expect(summary).toMatchObject({ outcome: 'done', counts: { Scored: 20 } });
  const { requests } = await service.readLedger();
  const [content, files] = [readFileSync(path), readdirSync(join(path, '..'))];
  const again = await runOn(path, service.sandbox);
  expect(again.summary.outcome).toBe('done');
  expect(again.summary.output).toBeUndefined();
  const rwa_retrieve = requests.rwa_retrieve + 1;
  expect((await service.readLedger()).requests).toEqual({ ...requests, rwa_retrieve });
  expect(readFileSync(path)).toEqual(content);
  expect(readdirSync(join(path, '..'))).toEqual(files);
});

// `token-refused` is left out, because it ends the run.
const rowFaults = Object.keys(faultEffects).filter((fault) => fault !== 'token-refused');

describe.concurrent.each(rowFaults as Fault[])('the fault %s', (fault) => {
  test.for([1, 0.3])(
    'in create requests (probability %d) causes no second assessment of any employee',
    async (probability, { expect, onTestFinished }) => {
      const service = await startTestSandbox({ seed: 3 }, onTestFinished);
      const path = writeHires(testFolder(onTestFinished), employees(12));
      const { startTimer } = service.held;
      const rule = { operation: 'rwa_create', fault, probability };
      await service.control('POST faults', probability === 1 ? { ...rule, times: 3 } : rule);
      const first = await runOn(path, service.sandbox, { maxErrors: 100, startTimer });
      const unconfirmed = first.reports.filter(({ status }) => status === 'Unconfirmed');
      const { Rejected: rejected } = first.summary.counts;
      expect(first.summary.outcome).toBe(
        unconfirmed.length > 0 ? 'unconfirmed' : rejected > 0 ? 'someFailed' : 'done',
      );
      await service.control('DELETE faults');
      // A rejected request had no effect, so this run may send it again.
      await runOn(path, service.sandbox, { retryRejected: true });
      const counts = await countAssessments(service);
      expect(findMaxCount(counts)).toBe(1);
      // Each row is either Scored or Unconfirmed.
      const cells = readCells(path);
      for (const [index, employee] of employees(12).entries()) {
        const isUnconfirmed = unconfirmed.some(({ row }) => row === index + 2);
        expect(cells[index + 1]).toContain(isUnconfirmed ? 'Unconfirmed' : 'Scored');
        if (!isUnconfirmed) expect(counts.get(employee)).toBe(1);
      }
    },
  );

  test('in polls loses no result', async ({ expect, onTestFinished }) => {
    const service = await startTestSandbox({ seed: 5 }, onTestFinished);
    const path = writeHires(testFolder(onTestFinished), employees(12));
    const { startTimer } = service.held;
    // The faults begin only after the run has checked the connection.
    const onEvent = ({ type }: { type: string }) => {
      if (type !== 'start') return;
      const rule = { operation: 'rwa_retrieve', fault, probability: 0.3 };
      void service.control('POST faults', rule);
    };
    await runOn(path, service.sandbox, { onEvent, concurrency: 12, startTimer });
    await service.control('DELETE faults');
    const { summary } = await runOn(path, service.sandbox);
    expect(summary).toMatchObject({ outcome: 'done', counts: { Scored: 12 } });
    expect(await countAssessments(service)).toEqual(new Map(employees(12).map((id) => [id, 1])));
  });
});

describe('when the sheet or the journal changes between two runs', () => {
  test('rows that were sorted, inserted or removed get no second assessment', async () => {
    const service = await startTestSandbox();
    const path = writeHires(testFolder(), employees(6));
    await runOn(path, service.sandbox);
    const [head = '', ...rows] = readFileSync(path, 'utf8').split('\r\n').filter(Boolean);
    const sorted = [hireRow('E-new'), ...rows.toReversed().slice(1)];
    writeFileSync(path, [head, ...sorted, ''].join('\r\n'));
    const { summary } = await runOn(path, service.sandbox);
    expect(summary).toMatchObject({ outcome: 'done', counts: { Scored: 6 } });
    expect(findMaxCount(await countAssessments(service))).toBe(1);
    expect((await countAssessments(service)).size).toBe(7);
  });

  test('an unconfirmed row is not sent again after an edit', async () => {
    const service = await startTestSandbox();
    const path = writeHires(testFolder(), employees(2));
    const match = { employeeId: 'E-1' };
    const fault = { operation: 'rwa_create', fault: 'reset-after-commit', match };
    await service.control('POST faults', fault);
    await runOn(path, service.sandbox);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('E-1,Hire', 'E-1 ,Hire').replace(',Mid,', ',Senior,'),
    );
    const { summary } = await runOn(path, service.sandbox);
    expect(summary.counts).toMatchObject({ Scored: 1, Unconfirmed: 1 });
    expect(await countAssessments(service)).toEqual(
      new Map([
        ['E-1', 1],
        ['E-2', 1],
      ]),
    );
  });

  test('an ID that a person types into an unconfirmed row settles the row', async () => {
    const service = await startTestSandbox();
    const path = writeHires(testFolder(), employees(1));
    await service.control('POST faults', {
      operation: 'rwa_create',
      fault: 'reset-after-commit',
      times: 1,
    });
    await runOn(path, service.sandbox);
    const [assessment] = (await service.readLedger()).assessments;
    const id = String(assessment?.assessmentId);
    const content = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      content.replace(/"Sent [^"]*",/, (cells) => cells + id),
    );
    const { summary } = await runOn(path, service.sandbox);
    expect(summary).toMatchObject({ outcome: 'done', counts: { Scored: 1 } });
    expect(await countAssessments(service)).toEqual(new Map([['E-1', 1]]));
  });

  test('no row is sent again after one of three identical rows is deleted', async () => {
    const service = await startTestSandbox();
    const folder = testFolder();
    const path = writeHires(folder, ['E-1', 'E-1', 'E-1']);
    await runOn(path, service.sandbox, { sendDuplicates: true });
    expect(await countAssessments(service)).toEqual(new Map([['E-1', 3]]));
    const [head, , ...rest] = readFileSync(path, 'utf8').split('\r\n');
    writeFileSync(path, [head, ...rest].join('\r\n'));
    for (const sendDuplicates of [true, false]) {
      expect((await runOn(path, service.sandbox, { sendDuplicates })).summary.outcome).toBe('done');
    }
    expect(await countAssessments(service)).toEqual(new Map([['E-1', 3]]));
  });
});

describe('a run', () => {
  test('is refused while its sheet or its journal is locked', async () => {
    const service = await startTestSandbox();
    const folder = testFolder();
    const path = writeHires(folder, employees(2));
    const journal = join(folder, 'a.jsonl');
    const lock = await lockSheet(path, toSheetFiles(path, { journal }), Date.now);
    const other = writeHires(testFolder(), employees(2));
    const link = join(folder, 'link.csv');
    symlinkSync(path, link);
    const starts: [string, string | undefined, RegExp][] = [
      [path, undefined, /"what":"sheet"/],
      [path, join(folder, 'b.jsonl'), /"what":"sheet"/],
      [link, join(folder, 'b.jsonl'), /"what":"sheet"/],
      [other, journal, /"what":"journal"/],
    ];
    for (const [sheet, journalOption, expectedError] of starts) {
      const files = toSheetFiles(sheet, { journal: journalOption });
      await expect(runOn(sheet, service.sandbox, { files })).rejects.toThrow(expectedError);
    }
    await lock.release();
    expect((await service.readLedger()).requests.rwa_create).toBe(0);
    // A refused run has released its locks.
    expect(readdirSync(join(other, '..'))).toEqual(['hires.csv']);
    expect(readdirSync(folder).toSorted()).toEqual(['hires.csv', 'link.csv']);
  });

  test('sends nothing while the sheet has a second hard link that is no backup', async () => {
    const service = await startTestSandbox();
    const folder = testFolder();
    const path = writeHires(folder, employees(2));
    const other = join(testFolder(), 'other.csv');
    linkSync(path, other);
    for (const name of [path, other]) {
      await expect(runOn(name, service.sandbox)).rejects.toThrow('sheetHasSecondName');
    }
    expect((await service.readLedger()).requests.rwa_create).toBe(0);
    rmSync(other);
    // A backup is a hard link to the sheet until the sheet is replaced, which a kill may prevent.
    linkSync(path, join(folder, 'hires.backup-2026-11-21T10-15-00.csv'));
    const { summary } = await runOn(path, service.sandbox, { withoutJournal: true });
    expect(summary.outcome).toBe('done');
  });

  test('whose lock was deleted stops early, and assesses nobody twice', async () => {
    const service = await startTestSandbox({ latencyMs: 20 });
    const path = writeHires(testFolder(), employees(40));
    let progressEvents = 0;
    const first = await runOn(path, service.sandbox, {
      onEvent: ({ type }) => {
        if (type === 'progress' && ++progressEvents === 10) rmSync(toSheetFiles(path, {}).lock);
      },
    });
    expect(first.summary.outcome).toBe('stopped');
    expect(allInWords(first.summary.stopped)).toContain('was lost: it was deleted');
    expect((await service.readLedger()).assessments.length).toBeLessThan(40);
    // Rows with an intent in the journal may not have been sent. Another run must treat them as unconfirmed.
    const { Unconfirmed } = first.summary.counts;
    const second = await runOn(path, service.sandbox);
    expect(second.summary.counts).toMatchObject({ Scored: 40 - Unconfirmed, Unconfirmed });
    expect(findMaxCount(await countAssessments(service))).toBe(1);
  });

  test('whose token expires stops with advice, and assesses nobody twice', async () => {
    const service = await startTestSandbox();
    const path = writeHires(testFolder(), employees(60));
    const proxy = await startServiceWithExpiringToken(service, 20);
    const first = await runOn(path, proxy);
    expect(first.summary.outcome).toBe('stopped');
    expect(allInWords(first.summary.stopped)).toMatch(
      /refused the company token for rwa_\w+: Invalid Auth.*Check the company token/,
    );
    expect(first.summary.counts.Unconfirmed).toBe(0);
    proxy.renewToken();
    expect((await runOn(path, proxy)).summary.outcome).toBe('done');
    expect(findMaxCount(await countAssessments(service))).toBe(1);
  });

  const getDisk = createTinyDisk();
  test('on a full disk sends only recorded requests and reports each answer that it cannot record', async ({
    skip,
  }) => {
    const disk = getDisk(skip);
    const service = await startTestSandbox({ latencyMs: 150 });
    const path = writeHires(testFolder(), employees(20));
    const files = toSheetFiles(path, { journal: join(disk.folder, 'j.jsonl') });
    let isFull = false;
    const { summary } = await runOn(path, service.sandbox, {
      files,
      onEvent: ({ type }) => {
        // At the first answer, the journal exists and other requests are in flight.
        if (type === 'progress' && !isFull) disk.fill();
        isFull ||= type === 'progress';
      },
    });
    expect(summary.outcome).toBe('stopped');
    const stopped = allInWords(summary.stopped);
    expect(stopped).toMatch(/^The journal .* no space left.*Free some space/);
    const created = (await service.readLedger()).assessments.map(({ assessmentId }) =>
      String(assessmentId),
    );
    const recorded = readFileSync(files.journal, 'utf8');
    expect(recorded.match(/"fact":"intent"/g)?.length).toBeGreaterThanOrEqual(created.length);
    expect(created.filter((id) => !recorded.includes(id) && !stopped.includes(id))).toEqual([]);
    disk.empty();
    // The sheet shows the IDs that the journal lacks.
    await expect(runOn(path, service.sandbox, { files })).rejects.toThrow('journalOlderThanSheet');
    const args = ['resolve', path, '--journal', files.journal, '--accept-sheet'];
    expect(await rwa(args, createPerson([]))).toBe(0);
    const again = await runOn(path, service.sandbox, { files });
    // A row waits for a person only if its intent is in the journal and its request was not sent.
    const { Scored = 0, Unconfirmed } = again.summary.counts;
    expect([Scored, Scored + Unconfirmed]).toEqual([created.length + again.summary.sent, 20]);
    expect(findMaxCount(await countAssessments(service))).toBe(1);
  });

  test('whose journal is overwritten with an older copy stops, and the next run refuses that copy', async () => {
    const service = await startTestSandbox();
    const path = writeHires(testFolder(), employees(60));
    const { journal } = toSheetFiles(path, {});
    let older = '';
    let progressEvents = 0;
    const { summary } = await runOn(path, service.sandbox, {
      concurrency: 3,
      onEvent: ({ type }) => {
        if (type !== 'progress') return;
        progressEvents++;
        if (progressEvents === 5) older = readFileSync(journal, 'utf8');
        // Overwrite the file in place, like cp.
        if (progressEvents === 40) writeFileSync(journal, older);
      },
    });
    expect(summary.outcome).toBe('stopped');
    expect(allInWords(summary.stopped)).toMatch(
      /overwritten while this run used it, so nothing more was sent.*check in the service before/,
    );
    // Each event is an answer or a result, so at most 40 rows had an answer when the copy was put back.
    expect(summary.counts['Not sent']).toBeGreaterThan(10);
    expect(readFileSync(journal, 'utf8')).toBe(older);
    await expect(runOn(path, service.sandbox)).rejects.toThrow('journalOlderThanSheet');
    expect(findMaxCount(await countAssessments(service))).toBe(1);
  });

  test('stops after consecutive failed creates even if polls succeed', async () => {
    const service = await startTestSandbox({ readyAfterMs: 3_600_000 });
    const path = writeHires(testFolder(), employees(60));
    for (const employeeId of employees(60).slice(10)) {
      const rule = { operation: 'rwa_create', fault: 'status-500-after-commit' };
      await service.control('POST faults', { ...rule, match: { employeeId } });
    }
    const { summary } = await runOn(path, service.sandbox, {
      concurrency: 3,
      maxErrors: 4,
      pollIntervalMs: 10,
    });
    expect(summary.outcome).toBe('stopped');
    expect(allInWords(summary.stopped)).toMatch(/4 consecutive rows have failed/);
    expect(summary.counts.Unconfirmed).toBeLessThan(10);
    expect(summary.counts['Not sent']).toBeGreaterThan(30);
  });

  test('gives no row the scores of another person', async () => {
    const service = await startTestSandbox();
    const path = writeHires(testFolder(), employees(2));
    // Change the journal as if the service had answered both requests with the assessment of another
    // employee.
    const id = await service.create();
    const sheet = readFileSync(path);
    await runOn(path, service.sandbox);
    writeFileSync(path, sheet);
    const { journal } = toSheetFiles(path, {});
    const lines = readFileSync(journal, 'utf8')
      .split('\n')
      .filter((line) => !line.includes('"scored"'));
    writeFileSync(
      journal,
      lines.join('\n').replaceAll(/"assessmentId":"[^"]*"/g, `"assessmentId":"${id}"`),
    );
    const { summary, reports } = await runOn(path, service.sandbox);
    expect(summary).toMatchObject({ outcome: 'unconfirmed', counts: { Scored: 0 } });
    expect(reports[0]?.message).toContain(`Assessment ${id} belongs to another employee.`);
  });

  test('does not wait longer after the clock is set back', async () => {
    const service = await startTestSandbox({ readyAfterMs: 300 });
    const path = writeHires(testFolder(), employees(5));
    let backMs = 0;
    // If the run waited, it would exceed the test's time limit.
    const { summary } = await runOn(path, service.sandbox, {
      timing: { ...systemTiming, now: () => Date.now() - backMs },
      onEvent: ({ type }) => {
        if (type === 'progress') backMs = 3_600_000;
      },
    });
    expect(summary.counts.Scored).toBe(5);
  });

  test('rejects with the error of its listener, and the next run completes every row', async () => {
    const service = await startTestSandbox();
    const path = writeHires(testFolder(), employees(10));
    const broken = runOn(path, service.sandbox, {
      onEvent: ({ type }) => {
        if (type === 'progress') throw new Error('The listener is broken');
      },
    });
    await expect(broken).rejects.toThrow('The listener is broken');
    const { summary } = await runOn(path, service.sandbox);
    expect(summary).toMatchObject({ outcome: 'done', counts: { Scored: 10 } });
    expect(findMaxCount(await countAssessments(service))).toBe(1);
  });
});

describe('when the sheet changes during the run', () => {
  const changes: [string, (rows: string[]) => string[]][] = [
    ['rows are sorted', (rows) => rows.toReversed()],
    ['a row is inserted', (rows) => [hireRow('E-new'), ...rows]],
    ['a row is removed', (rows) => rows.slice(1)],
  ];
  test.each(changes)(
    'after %s, results are written to another file, each to the row with its inputs',
    async (_what, apply) => {
      const service = await startTestSandbox();
      const path = writeHires(testFolder(), employees(5));
      const [head = '', ...rows] = readFileSync(path, 'utf8').split('\r\n').filter(Boolean);
      const changed = [head, ...apply(rows), ''].join('\r\n');
      const { summary } = await runOn(path, service.sandbox, {
        onEvent: ({ type }) => {
          if (type === 'start') writeFileSync(path, changed);
        },
      });
      expect(readFileSync(path, 'utf8')).toBe(changed);
      expect(summary.output).not.toBe(path);
      expect(summary.outcome).toBe('notInPlace');
      expect(allInWords(summary.notInPlace)).toMatch(/run the same command again/);
      expect(allInWords(summary.notes)).toMatch(/was edited during the run/);
      const [top = [], ...cells] = readCells(summary.output ?? '');
      const ids = new Map(
        (await service.readLedger()).assessments.map(({ employeeId, assessmentId }) => [
          employeeId,
          assessmentId,
        ]),
      );
      for (const row of cells) {
        expect(row[top.indexOf('Assessment ID')]).toBe(ids.get(row[0] ?? '') ?? '');
      }
      expect((await runOn(path, service.sandbox)).summary.outcome).toBe('done');
      expect(findMaxCount(await countAssessments(service))).toBe(1);
    },
  );

  test.each<[string, (rows: string[]) => string[], string]>([
    [
      'a row is removed',
      (rows) => rows.slice(1),
      'Row 2 (as numbered when the sheet was read) was sent',
    ],
    [
      'rows are edited',
      (rows) => rows.map((row, at) => (at < 2 ? row.replace('Mid', 'Low') : row)),
      'Rows 2 and 3 (as numbered when the sheet was read) were sent',
    ],
  ])(
    'after %s, results without a matching row stay in the journal until the rows are restored',
    async (_what, apply, message) => {
      const service = await startTestSandbox();
      const path = writeHires(testFolder(), employees(3));
      const original = readFileSync(path, 'utf8');
      const [head = '', ...rows] = original.split('\r\n').filter(Boolean);
      const { summary } = await runOn(path, service.sandbox, {
        onEvent: ({ type }) => {
          if (type === 'start') writeFileSync(path, [head, ...apply(rows), ''].join('\r\n'));
        },
      });
      expect(summary).toMatchObject({ outcome: 'notInPlace', counts: { Scored: 3 } });
      expect(allInWords(summary.notes)).toContain(message);
      expect(allInWords(summary.notes)).toContain('the journal hires.csv.rwa-journal.jsonl');
      writeFileSync(path, original);
      const again = await runOn(path, service.sandbox);
      expect(again.summary).toMatchObject({ outcome: 'done', output: path, counts: { Scored: 3 } });
      expect((await service.readLedger()).requests.rwa_create).toBe(3);
    },
  );

  test.each([
    [
      'the sheet is deleted',
      (path: string) => {
        rmSync(path);
      },
    ],
    [
      'the sheet is emptied',
      (path: string) => {
        writeFileSync(path, '');
      },
    ],
    [
      'the headings are replaced',
      (path: string) => {
        writeFileSync(path, 'a,b\r\n1,2\r\n');
      },
    ],
  ])(
    'after %s, the results stay in the journal until the next run writes them',
    async (_what, spoil) => {
      const service = await startTestSandbox();
      const path = writeHires(testFolder(), employees(5));
      copyFileSync(path, `${path}.copy`);
      const { summary } = await runOn(path, service.sandbox, {
        onEvent: ({ type }) => {
          if (type === 'start') spoil(path);
        },
      });
      expect(summary).toMatchObject({ outcome: 'notInPlace', counts: { Scored: 5 } });
      expect(allInWords(summary.notInPlace)).toMatch(/Nothing is lost/);
      expect(summary.output).toBeUndefined();
      copyFileSync(`${path}.copy`, path);
      const again = await runOn(path, service.sandbox);
      expect(again.summary).toMatchObject({ outcome: 'done', output: path });
      expect(findMaxCount(await countAssessments(service))).toBe(1);
    },
  );
});

/** Starts a proxy that no longer accepts the token after this number of requests. */
async function startServiceWithExpiringToken(
  service: SandboxUnderTest,
  requests: number,
): Promise<Proxy & { renewToken: () => void }> {
  let requestsLeft = requests;
  const proxy = await startProxy(service, (request) =>
    request.forward(requestsLeft-- > 0 ? undefined : ''),
  );
  return {
    ...proxy,
    renewToken() {
      requestsLeft = Number.POSITIVE_INFINITY;
    },
  };
}
