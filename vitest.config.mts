import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { listTestsWithoutStore } from './test/postgres/testsWithoutStore.mjs';

const batchZod = fileURLToPath(new URL('./batch/node_modules/zod/v4/index.js', import.meta.url));
const n8nWorkflow = createRequire(import.meta.url).resolve('n8n-workflow');

// Runs depend on the calendar day. The tests start at about noon in their time zone, so that no test spans
// midnight. (Etc/GMT-5 is five hours ahead.)
const hoursFromNoon = new Date().getUTCHours() - 12;
process.env.TZ = `Etc/GMT${hoursFromNoon < 0 ? hoursFromNoon : `+${hoursFromNoon}`}`;

// Few of these tests start a process.
const quick = {
  testTimeout: 20_000,
  hookTimeout: 20_000,
  expect: { poll: { interval: 20, timeout: 15_000 } },
};

// Many of these tests start processes. The limits are generous, so that only a hang times out, even on
// a busy machine.
const slow = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { interval: 20, timeout: 240_000 } },
};

// Only these files use `vi.mock`.
const mocked = 'test/batch/**/*.mocked.test.ts';
// One process runs many files, because loading the imports again takes longer than most files. So a file
// must clean up after itself. A hook in a shared module would run only for the first file that imports it.
const together = { isolate: false, restoreMocks: true, unstubEnvs: true };
const common = { ...slow, ...together };
const quickCommon = { ...quick, ...together };

// `npm run test:proofs`: these tests follow the advice of every message, kill real runs, interrupt the
// database, process very large files, and install packages from a registry. They take as long as
// `npm run test:long`, so `.ci/run` leaves them out.
const proofs = [
  'test/batch/{chaos,cli/followedAdvice,run/memoryStorage}.test.ts',
  'test/batch/package/{clientPackage,example}.test.ts',
  'test/batch/server/{advice/*Advice,largeFile,cluster/{limits/senders,outages}}.test.ts',
];
const nodeProofs = 'test/nodes/followedAdvice.test.ts';

// `npm run test:long`: whole servers and commands, many machines, and installed packages.
const long = [
  'test/**/movedCells.test.ts',
  'test/batch/cli/{connection,encoding,exitCodes,forget,forgetting,hiddenRows,interruption}.test.ts',
  'test/batch/cli/{openFiles,operations,proxy,reassess,run,runs,serveTools,serviceAway,start}.test.ts',
  'test/batch/cli/{status,twoAccounts,unreadOutput}.test.ts',
  'test/batch/client/publicTypes.test.ts',
  'test/batch/{exceljs/bundled,intake/readingOnce,service/contentEncoding}.test.ts',
  'test/batch/{mcp,package,unattended}/**/*.test.ts',
  'test/batch/run/sequences.test.ts',
  'test/batch/server/{advice,cluster}/**/*.test.ts',
  'test/batch/server/db/postgres.test.ts',
  'test/batch/server/results/{decideOwnRows,decisionCells,refused,routes}.test.ts',
  'test/batch/server/{access/{followedAdvice,namedPipes,races,signIn},api/commands,rounds/{namedRounds,uploadSample}}.test.ts',
  'test/batch/server/{runs/{otherSheets,settleWhileRunning},sheets/{correctManyRows,ignoredRows}}.test.ts',
  'test/batch/server/{hostile,log,otherCompany,person,privateLog,restoredFolder,service}.test.ts',
  'test/batch/server/{uploadedAgain,uploads/sheetFiles}.test.ts',
  'test/docs/commandBlocks.test.ts',
  'test/nodes/followedErrors.test.ts',
  'test/sheets/{csv/roundTrip,xlsx/{anySheet,sharedWorkbooks}}.test.ts',
];

// `npm run test:fast`: no `rwa serve`, few processes, and the core on zod 3.25 only.
// (The command-line option `--exclude` does not apply to projects.)
const notFast =
  process.env.RWA_TEST_FAST === undefined
    ? []
    : [
        'test/{docs,structure}/**',
        'test/batch/{cli,server,exceljs}/**',
        'test/batch/journal/{lock,findJournals}.test.ts',
        'test/batch/report/forgottenPerson.test.ts',
        'test/batch/operations/{decideOwnRows,faults,invite,removeAccess}.test.ts',
        'test/batch/identity/everyStory.test.ts',
        'test/batch/run/{leftBehind,madeFiles,reassess,runSheet,sheetAndStatus,year}.test.ts',
        'test/batch/service/{faults,readTextFile,throughProxy}.test.ts',
        'test/sandbox/{faults,persistence,retrieval}.test.ts',
        'test/sheets/{readme,xlsx/excelRules}.test.ts',
        'test/nodes/{changedServiceOfItems,correctedRows,executionMemory,package,rowReference}.test.ts',
      ];

// The cluster tests always run on Postgres.
const excluded =
  process.env.RWA_TEST_STORE === 'postgres'
    ? ['test/batch/server/cluster/**', ...(await listTestsWithoutStore())]
    : notFast;

const tests = 'test/{batch,docs,sandbox,sheets,simulation,structure}/**/*.test.ts';
const setUp = { globalSetup: 'test/postgres/forAllTests.mjs', ...common };
const withBatchZod = { resolve: { alias: { 'zod/v4': batchZod } } };
// The CommonJS build, which n8n loads.
const withN8n = { resolve: { alias: { 'n8n-workflow': n8nWorkflow } } };
const nodes = 'test/nodes/**/*.test.ts';

export default defineConfig({
  test: {
    // Tests of commands wait for other processes most of the time.
    maxWorkers: 4,
    projects: [
      // The core runs on the zod that n8n provides (3.25) and on the batch package's own (4.x).
      { test: { name: 'core, zod 3.25', include: ['test/src/**/*.test.ts'], ...quickCommon } },
      {
        test: { name: 'core, zod 4', include: ['test/src/**/*.test.ts'], ...quickCommon },
        ...withBatchZod,
      },
      {
        test: {
          name: 'batch and sandbox',
          include: [tests],
          exclude: [mocked, ...long, ...proofs, ...excluded],
          ...setUp,
        },
        ...withBatchZod,
      },
      {
        test: {
          name: 'with mocks',
          include: [mocked],
          exclude: [...long, ...excluded],
          ...setUp,
          isolate: true,
        },
        ...withBatchZod,
      },
      {
        test: {
          name: 'nodes',
          include: [nodes],
          exclude: [...long, nodeProofs, ...notFast],
          ...quickCommon,
        },
        ...withN8n,
      },
      {
        test: {
          name: 'long',
          include: long,
          exclude: [mocked, nodes, ...proofs, ...excluded],
          ...setUp,
        },
        ...withBatchZod,
      },
      {
        test: {
          name: 'long, with mocks',
          include: ['test/batch/server/cluster/**/*.mocked.test.ts'],
          exclude: excluded,
          ...setUp,
          isolate: true,
        },
        ...withBatchZod,
      },
      {
        test: {
          name: 'long, nodes',
          include: ['test/nodes/{followedErrors,movedCells}.test.ts'],
          ...common,
        },
        ...withN8n,
      },
      {
        test: { name: 'proofs', include: proofs, exclude: excluded, ...setUp },
        ...withBatchZod,
      },
      { test: { name: 'proofs, nodes', include: [nodeProofs], ...common }, ...withN8n },
    ],
  },
});
