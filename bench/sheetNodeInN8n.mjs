// Measures how much more memory a real n8n needs than for only reading the file. V8 collects
// garbage late if its heap may grow, so the heap is limited to slightly more than n8n needs to
// start. A run without this limit shows whether the limit slows the node down.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureLab, runtimeFolder } from '../test/e2e/lab.mjs';
import { N8n } from '../test/e2e/n8n.mjs';
import { pack } from '../test/e2e/package.mjs';
import { start } from '../test/e2e/processes.mjs';
import { readSampleWorkflows } from '../test/e2e/samples.mjs';
import { startService } from '../test/e2e/service.mjs';
import { createN8nNode } from '../test/e2e/webhookWorkflow.mjs';
import { readPeakMegabytes } from './processUsage.mjs';
import { makeWorkbook, ROWS } from './sheetNodeWorkbook.mjs';

const targetMegabytes = 300;
const heapMegabytes = 400;

export default async function benchSheetNodeInN8n() {
  await ensureLab();
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-sheet-n8n-'));
  const service = await startService(folder);
  try {
    const file = path.join(folder, 'people.xlsx');
    await makeWorkbook(file);
    const env = { N8N_RESTRICT_FILE_ACCESS_TO: folder };
    const n8n = await N8n.install(folder, await pack(folder), env);
    await n8n.import('credentials', [service.credential]);
    await n8n.import('workflow', [
      await createWorkflow('reads', file),
      // Each workflow remembers only its own sent rows.
      await createWorkflow('assesses', file, false),
      await createWorkflow('assesses-without-limit', file, false),
      await createWorkflow('remembers', file, true),
    ]);
    const before = await execute(n8n, 'reads', heapMegabytes);
    let isMet = true;
    for (const [id, heap] of [
      ['assesses', heapMegabytes],
      ['remembers', heapMegabytes],
      ['assesses-without-limit'],
    ]) {
      await service.reset();
      const { seconds, peakMegabytes } = await execute(n8n, id, heap);
      const { commits } = await service.readLedger();
      if (commits.rwa_create !== ROWS) throw new Error(`${id}: ${commits.rwa_create} of ${ROWS}`);
      const addedMegabytes = peakMegabytes - before.peakMegabytes;
      const verdict =
        heap === undefined ? '' : addedMegabytes < targetMegabytes ? ': met' : ': NOT MET';
      isMet &&= verdict !== ': NOT MET';
      console.log(
        `${id}, ${heap === undefined ? 'heap without this limit' : `heap up to ${heap} MB`}: ${seconds.toFixed(1)} s, ` +
          `peak ${peakMegabytes.toFixed(0)} MB, ${addedMegabytes.toFixed(0)} MB more than reading the file${verdict}`,
      );
    }
    return { reached: isMet };
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Only reads the file if `remembers` is undefined. */
async function createWorkflow(id, file, remembers) {
  const to = (name) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
  const read = { operation: 'read', fileSelector: file, options: {} };
  const nodes = [
    createN8nNode('Start', 'manualTrigger', 1, { parameters: {} }),
    createN8nNode('Read', 'readWriteFile', 1, { parameters: read }),
  ];
  const connections = { Start: to('Read') };
  if (remembers !== undefined) {
    const sample = (await readSampleWorkflows()).find((workflow) => workflow.id === 'upload-form');
    const assess = sample.nodes.find(({ name }) => name === 'Assess Sheet');
    const parameters = {
      ...assess.parameters,
      binaryPropertyName: 'data',
      rememberAcrossExecutions: remembers ? 'forever' : 'off',
      options: { rowsAtOnce: 20 },
    };
    nodes.push({ ...assess, onError: 'stopWorkflow', parameters });
    connections.Read = to('Assess Sheet');
  }
  return { id, name: id, active: false, nodes, connections, settings: {} };
}

async function execute(n8n, id, heap) {
  const limit = heap === undefined ? [] : [`--max-old-space-size=${heap}`];
  const n8nBinary = path.join(runtimeFolder, 'node_modules', 'n8n', 'bin', 'n8n');
  const startedMs = performance.now();
  const options = { env: n8n.env, stdoutFile: path.join(n8n.folder, `${id}.txt`) };
  const args = [...limit, n8nBinary, 'execute', '--id', id];
  const running = start('n8n execute', process.execPath, args, options);
  let peakMegabytes = 0;
  const readPeak = async () => {
    peakMegabytes = Math.max(peakMegabytes, await readPeakMegabytes(running.child.pid));
  };
  const timer = setInterval(readPeak, 100);
  const code = await running.exited;
  clearInterval(timer);
  if (code !== 0) throw new Error(`${id} ended with ${code}:\n${running.output}`);
  return { seconds: (performance.now() - startedMs) / 1000, peakMegabytes };
}
