// npm run e2e: checks the packed nodes in a real n8n. Installs n8n into the lab if necessary; see lab.mjs.
// `-- --queue` checks them in queue mode instead; `-- --install` only installs n8n.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '../chromium.mjs';
import { findFreePort } from '../freePort.ts';
import { python } from '../independent/programs.mjs';
import { agentNames, createAllAgentWorkflows, checkAgent, checkMcpServer } from './agents.mjs';
import { takeScreenshots } from './browser.mjs';
import { checkCrash } from './crash.mjs';
import { checkCredential, checkNodeTypes } from './credential.mjs';
import { checkEngine, checkOlderEngine, olderEngines } from './engine.mjs';
import {
  checkRetryAsAdvised,
  checkRetryButton,
  checkScheduleTrigger,
  checkStopButton,
  createExecutionWorkflows,
} from './executions.mjs';
import { ensureLab, labFolder, labLog, runtimeFolder } from './lab.mjs';
import { lintAsN8nDoes, scan } from './lint.mjs';
import { createMailCredential } from './mailbox.mjs';
import { checkModelCorrects } from './modelCorrects.mjs';
import { N8n } from './n8n.mjs';
import { pack, unpack } from './package.mjs';
import { stopAll, until } from './processes.mjs';
import { checkQueueMode } from './queue.mjs';
import { pictures, root } from './root.mjs';
import {
  checkApproval,
  checkDecision,
  checkGoogleSheets,
  checkHrWebhook,
  checkLongWait,
  checkScheduled,
  checkStaffList,
  createSampleVariants,
  readSampleWorkflows,
} from './samples.mjs';
import { checkRwaMcp } from './rwaMcp.mjs';
import { startScriptedModel } from './scriptedModel.mjs';
import { startService } from './service.mjs';
import {
  checkSheetCheck,
  checkSheetColumns,
  checkSheetCrash,
  checkSheetRetry,
  checkSheetStop,
  createSheetWorkflows,
} from './sheetNode.mjs';
import { skipsNothing } from '../skips.ts';
import { checkLostAnswer, checkMessyWorkbook, checkUploadForm } from './uploadForm.mjs';
import { checkUploadToServer } from './uploadToServer.mjs';

const failed = [];
const skipped = [];

async function check(what, work) {
  const startedMs = Date.now();
  const seconds = () => `${((Date.now() - startedMs) / 1000).toFixed(1)} s`;
  try {
    const note = await work();
    console.log(`ok    ${what}${typeof note === 'string' ? `: ${note}` : ''} (${seconds()})`);
  } catch (error) {
    failed.push(what);
    console.log(`FAIL  ${what} (${seconds()})\n${error.stack ?? error}`);
  }
}

// In CI a skipped check is a failure, since nobody would read the message.
function noteSkippedCheck(what, why) {
  skipped.push(what);
  console.log(`${skipsNothing ? 'FAIL' : '!!'}  ${what}: NOT DONE, ${why}`);
}

const folder = await mkdtemp(join(tmpdir(), 'rwa-e2e-'));
const unpacked = join(runtimeFolder, 'packages', `${process.pid}`);
const services = [];
try {
  await check('n8n is installed', async () => {
    const wasInstalled = await ensureLab();
    return `${wasInstalled ? `now (see ${labLog})` : 'cached'}, in ${labFolder}`;
  });
  if (failed.length === 0 && !process.argv.includes('--install')) await checkAll();
} finally {
  await stopAll();
  for (const service of services) await service.close();
  await rm(folder, { recursive: true, force: true });
  await rm(unpacked, { recursive: true, force: true });
}

if (failed.length > 0) console.log(`\nFailed: ${failed.join('; ')}.`);
if (skipped.length > 0) console.log(`\nNOT DONE: ${skipped.join('; ')}.`);
if (failed.length === 0) {
  console.log(skipped.length > 0 ? 'All other checks passed.' : '\nAll checks passed.');
}
process.exitCode = failed.length > 0 || (skipsNothing && skipped.length > 0) ? 1 : 0;

// Adds spaces and a line break, as copied values often have them. All checks must work with them.
function withSpaces(credential) {
  const { baseUrl, token } = credential.data;
  return { ...credential, data: { baseUrl: ` ${baseUrl} `, token: `${token}\n` } };
}

async function checkAll() {
  const tarball = await pack(folder);
  await mkdir(unpacked, { recursive: true });
  const packageFolder = await unpack(tarball, unpacked);
  const service = await startService(folder);
  services.push(service);
  const model = await startScriptedModel();
  services.push(model);

  if (process.argv.includes('--queue')) {
    await check('queue mode', () => checkQueueMode(folder, tarball, service));
    return;
  }
  await check("n8n's lint, all rules", lintAsN8nDoes);
  await check("n8n's scanner, source", () => scan(root, 'source'));
  await check("n8n's scanner, tarball", () => scan(packageFolder, 'tarball'));
  await check("retries, error output and item links in n8n's engine", () =>
    checkEngine(folder, packageFolder),
  );
  for (const version of olderEngines) {
    await check(`retries, error output and item links on n8n-core ${version}`, () =>
      checkOlderEngine(folder, tarball, version),
    );
  }

  const n8n = await N8n.install(join(folder, 'user'), tarball);
  const mailPort = await findFreePort();
  await check('import of the credentials and all sample workflows', async () => {
    await n8n.import('credentials', [
      withSpaces(service.credential),
      model.credential,
      createMailCredential(mailPort),
    ]);
    await n8n.import('workflow', [
      ...(await createAllAgentWorkflows()),
      ...(await readSampleWorkflows()),
      ...(await createSampleVariants()),
      ...(await createExecutionWorkflows()),
      ...(await createSheetWorkflows()),
    ]);
  });
  await check('sample staff-list', () => checkStaffList(n8n, service));
  await check('sample long-wait', () => checkLongWait(n8n, service));
  await check('sample scheduled-reassessment, started by Run Now', () =>
    checkScheduled(n8n, service),
  );
  await check('sample agent, with a model that corrects its mistakes', () =>
    checkModelCorrects(n8n, service, model),
  );
  await check("sample google-sheets, with replacements for Google's nodes", () =>
    checkGoogleSheets(n8n, service),
  );
  await check('n8n starts', () => n8n.start());
  await check('nodes and tools are registered', () => checkNodeTypes(n8n));
  await check('credential test', () => checkCredential(n8n, service));
  await check('sample hr-webhook', () => checkHrWebhook(n8n, service, until));
  await check('sample decision, through its webhook', () => checkDecision(n8n, service, until));
  await check('sample approval, by mail', () => checkApproval(n8n, service, mailPort, until));
  await check('sample scheduled-reassessment, started by its schedule', () =>
    checkScheduleTrigger(n8n),
  );
  await check("n8n's Retry button sends nothing again", () => checkRetryButton(n8n, service));
  await check('Retry, as the error of a stopped node advises', () =>
    checkRetryAsAdvised(n8n, service),
  );
  await check("n8n's Stop button ends a wait", () => checkStopButton(n8n, service));
  await check('the operation Check of a workbook sends nothing', () =>
    checkSheetCheck(n8n, service),
  );
  await check('a workbook with a mapped heading', () => checkSheetColumns(n8n, service));
  await check('Retry On Fail and the Retry button, with a workbook', () =>
    checkSheetRetry(n8n, service),
  );
  await check("n8n's Stop button in the middle of a workbook", () => checkSheetStop(n8n, service));
  for (const name of agentNames) {
    await check(`tools of ${name}`, () => checkAgent(n8n, service, model, name));
  }
  await check('tools of the MCP Server Trigger', () => checkMcpServer(n8n, service));
  await check("rwa mcp with n8n's MCP clients", () => checkRwaMcp(n8n, service, model));
  await checkInChromium(n8n, service);
  await n8n.stop();
  await check('a crash of n8n in the middle of 50 items', () => checkCrash(folder, tarball));
  await check('a crash of n8n in the middle of a workbook of 50 rows', () =>
    checkSheetCrash(folder, tarball),
  );
}

async function checkInChromium(n8n, service) {
  if (chromium === undefined) {
    noteSkippedCheck(
      'samples upload-form and upload-to-server, and screenshots',
      'no Chromium was found; set CHROMIUM',
    );
    return;
  }
  if (python === undefined) {
    noteSkippedCheck(
      'sample upload-to-server, and sample upload-form with workbooks',
      'openpyxl was not found (apt-get install -y python3-openpyxl)',
    );
  } else {
    await check('sample upload-form, once, twice and with the returned workbook', () =>
      checkUploadForm(n8n, service),
    );
    await check('sample upload-to-server, once, twice and with unmatched columns', () =>
      checkUploadToServer(n8n, service),
    );
    await check('sample upload-form, with a workbook that has other content', () =>
      checkMessyWorkbook(n8n, service),
    );
  }
  await check('sample upload-form, with a lost answer', () => checkLostAnswer(n8n, service));
  await check(`screenshots, in ${pictures}`, () => takeScreenshots(n8n));
}
