// Runs in a separate process, so that the memory can be measured.
import { open } from 'node:fs/promises';
import { openSheet } from '../sheets/files/open.js';

const [what, input = '', output = ''] = process.argv.slice(2);
const started = performance.now();
let rows = 0;

if (what === 'floor') {
  await readAndWriteBytes();
} else {
  const sheet = await openSheet(input);
  const name = sheet.sheets[0]?.name ?? '';
  for await (const batch of sheet.rows(name)) rows += batch.length;
  if (what === 'write') {
    await sheet.write({
      sheet: name,
      headerRow: 1,
      columns: [
        { heading: 'Assessment status', kind: 'text' },
        { heading: 'Report link', kind: 'link' },
        { heading: 'Overall trip risk', kind: 'number', format: '0.0' },
        { heading: 'Assessed at', kind: 'dateTime' },
      ],
      results: (row) => [
        'Scored',
        `https://reports.example/redirect/${row}`,
        (row % 101) / 10,
        '2026-11-21T09:30:00Z',
      ],
      output,
      colourScale: false,
    });
  }
}

process.stdout.write(
  JSON.stringify({
    rows,
    seconds: (performance.now() - started) / 1000,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  }),
);

/** The least work that any program must do. */
async function readAndWriteBytes(): Promise<void> {
  const [from, to] = [await open(input), await open(output, 'w')];
  for await (const bytes of from.createReadStream({ highWaterMark: 256 * 1024 })) {
    await to.writeFile(bytes as Buffer);
  }
  await to.sync();
  await to.close();
}
