import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import ExcelJS from 'exceljs';
import { until } from '../../../e2e/processes.mjs';

/** The steps of docs/files.md. */
export const steps = {
  async list(book, block) {
    const output = await book.type(block);
    for (const name of ['hires.xlsx', 'hires.xlsx.rwa-journal.jsonl', 'hires.sandbox.xlsx']) {
      assert(output.includes(` ${name}\n`), name);
    }
    assert.match(output, / hires[.]backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:-\d+)?[.]xlsx\n/);
    // The folder has only these kinds of files from the table on the page.
    const knownFiles = [
      /^hires[.]xlsx$/,
      /^hires[.]xlsx[.]rwa-journal[.]jsonl$/,
      /^hires[.]backup-[\dT-]+[.]xlsx$/,
      /^hires[.]sandbox[.]xlsx$/,
      /^hires[.]xlsx[.]rwa-sandbox[.](?:jsonl|sqlite)$/,
    ];
    const names = output
      .trim()
      .split('\n')
      .map((line) => line.split(' ').at(-1) ?? '');
    assert.deepEqual(
      names.filter((name) => !knownFiles.some((pattern) => pattern.test(name))),
      [],
    );
  },

  async facts(book, block) {
    const output = await book.type(block);
    assert.match(output, /"intent"/);
    const journal = await book.typeText('sudo cat /srv/hr/hires.xlsx.rwa-journal.jsonl');
    // A hash may contain the digits of an Employee ID by chance.
    assert.doesNotMatch(journal, /\b00107\b|sandbox-token/);
    const { assessments } = await book.service.readLedger();
    const bytesPerAssessment = journal.length / assessments.length;
    console.log(`      ${Math.round(bytesPerAssessment)} bytes of journal for each assessment`);
  },

  async backup(book, block) {
    // A sheet of another company, in its own folder.
    book.machine.write('/srv/hr/example/trips.csv', '');
    book.machine.write('/srv/hr/example/trips.csv.rwa-journal.jsonl', '');
    await book.type(block);
    const copies = await book.typeText("sudo sh -c 'cd /var/backups/hr && find . -type f'");
    for (const name of ['hires.xlsx', 'example/trips.csv']) {
      assert(copies.includes(`./${name}\n`), name);
      assert(copies.includes(`./${name}.rwa-journal.jsonl\n`), name);
    }
    await book.typeText('sudo rm -r /srv/hr/example /var/backups/hr/example');
  },

  /** Restores a backup from before the first assessment. */
  async 'restore-sheet'(book, block) {
    const before = await countCreateRequests(book);
    const backup = '/var/backups/hr/hires.xlsx';
    await book.typeText(`sudo install -m 600 -o rwa -g rwa /home/admin/hires.xlsx ${backup}`);
    await book.typeText('sudo sh -c "echo broken > /srv/hr/hires.xlsx"');
    await book.type(block);
    assert.equal(await countCreateRequests(book), before);
    // The sheet contains all results.
    await book.typeText(`${statusCommand} --exit-code`);
    assert.match(await book.typeText(statusCommand), /^ +24 scored$/m);
  },

  /** Restores a journal and a sheet that are older than the last requests. */
  async 'restore-look'(book, block) {
    const runInFolder = (command) => book.typeText(`sudo sh -c 'cd /srv/hr && ${command}'`);
    await runInFolder('mkdir /srv/old && mv hires.* /srv/old/');
    try {
      await runInFolder('install -m 600 -o rwa -g rwa /home/admin/hires.xlsx hires.xlsx');
      const assess = (options = '') => book.adaptText(block).replace(' --max-new 0', options);
      const readAssessments = async () => (await book.service.readLedger()).assessments;
      const countBefore = (await readAssessments()).length;
      // Interrupt a run, and copy the sheet and the journal as the backup.
      const running = book.typeText(assess(' --rate 4/s'), { code: 130 });
      await until(
        'some assessments',
        async () => (await readAssessments()).length >= countBefore + 4,
      );
      const lock = book.machine.toHostPath('/srv/hr/hires.xlsx.rwa-journal.jsonl.lock');
      process.kill(JSON.parse(readFileSync(lock, 'utf8')).pid, 'SIGTERM');
      await running;
      await runInFolder('mkdir /srv/backup && cp --preserve hires.xlsx *.jsonl /srv/backup/');
      const countAtBackup = (await readAssessments()).length;
      await book.typeText(assess());
      const later = (await readAssessments()).slice(countAtBackup);
      assert(later.length > 1 && later.length < 24);
      await runInFolder('rm hires.* && cp --preserve /srv/backup/* .');

      const before = await countCreateRequests(book);
      const output = await book.type(block, { code: 8 });
      assert(output.includes(`${later.length} rows would be sent, but --max-new allows 0`));
      await typeIds(book.machine.toHostPath('/srv/hr/hires.xlsx'), later);
      await book.type(block, { code: 3 });
      await book.typeText('sudo -u rwa rwa resolve /srv/hr/hires.xlsx --accept-sheet');
      await book.type(block);
      await book.typeText(assess());
      assert.equal(await countCreateRequests(book), before);
      await book.typeText(`${statusCommand} --exit-code`);
    } finally {
      await runInFolder('rm hires.* && mv /srv/old/* . && rm -r /srv/old /srv/backup');
    }
  },

  async move(book, block) {
    assert.equal(await book.type(block), '');
    const output = await book.typeText('sudo tar -tf /var/backups/hr/hr.tar');
    assert.match(output, /hires[.]xlsx[.]rwa-journal[.]jsonl$/m);
    const statusBefore = await book.typeText('sudo -u rwa rwa status /srv/hr/hires.xlsx');
    await book.typeText(
      'sudo sh -c "mkdir /srv/other && tar -C /srv/other -xf /var/backups/hr/hr.tar"',
    );
    const statusAfter = await book.typeText('sudo rwa status /srv/other/hires.xlsx');
    assert.equal(statusAfter.replaceAll('/srv/other', '/srv/hr'), statusBefore);
    await book.typeText('sudo rm -r /srv/other');
  },

  async 'hand-over'(book, block) {
    assert.match(await book.type(block), / scored$/m);
  },
};

const statusCommand = 'sudo -u rwa rwa status /srv/hr/hires.xlsx';

/** Types the IDs from the service into the rows of their employees, as the page describes. */
async function typeIds(path, assessments) {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  const [sheet] = workbook.worksheets;
  const headingRow = findRow(sheet, 'Employee ID');
  const findColumn = (heading) =>
    headingRow.values.findIndex((value) => value === heading) || assert.fail(heading);
  const ids = new Map(
    assessments.map(({ employeeId, assessmentId }) => [employeeId, assessmentId]),
  );
  sheet.eachRow((row) => {
    // The cells contain numbers and show leading zeros.
    const id = ids.get(row.getCell(findColumn('Employee ID')).text.padStart(5, '0'));
    if (id !== undefined) row.getCell(findColumn('Assessment ID')).value = id;
  });
  await workbook.xlsx.writeFile(path);
}

function findRow(sheet, heading) {
  let found;
  sheet.eachRow((row) => {
    if (row.values.includes(heading)) found ??= row;
  });
  return found ?? assert.fail(heading);
}

async function countCreateRequests(book) {
  return (await book.service.readLedger()).requests.rwa_create;
}
