// Runs the Assess Sheet node of dist/ in a minimal n8n context.
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createRequire } from 'node:module';

const [file, baseUrl, token] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const { RwaAssessSheet } = require('../dist/nodes/RwaAssessSheet/RwaAssessSheet.node.js');
const workbook = await readFile(file);
const readPeakMegabytes = () => process.resourceUsage().maxRSS / 1024;

const options = { rowsAtOnce: 50, pollIntervalSeconds: 0.1 };
// n8n gives a node the defaults of all parameters that a workflow does not set.
const defaults = new RwaAssessSheet().description.properties.map((property) => [
  property.name,
  property.default,
]);
const parameters = {
  ...Object.fromEntries(defaults),
  operation: 'assess',
  binaryPropertyName: 'data',
  rememberAcrossExecutions: 'off',
  options,
};
const context = {};
const agent = new Agent({ keepAlive: true });
const executeFunctions = {
  getInputData: () => [{ json: {} }],
  getNode: () => ({ id: 'node', name: 'Assess Sheet', type: 'rwaAssessSheet', parameters }),
  getNodeParameter: (name) => parameters[name],
  getContext: () => context,
  getWorkflow: () => ({ id: 'bench' }),
  getWorkflowStaticData: () => ({}),
  addExecutionHints: () => undefined,
  getWorkflowDataProxy: () => ({ $runIndex: 0 }),
  getCredentials: () => Promise.resolve({ baseUrl, token }),
  getExecutionCancelSignal: () => undefined,
  continueOnFail: () => false,
  logger: { info: () => undefined },
  helpers: {
    assertBinaryData: () => ({ fileName: 'people.xlsx', mimeType: '' }),
    getBinaryDataBuffer: () => Promise.resolve(workbook),
    prepareBinaryData: (bytes, fileName) => Promise.resolve({ data: bytes.length, fileName }),
    async httpRequestWithAuthentication(_credential, { url, body, headers }) {
      const authorized = { ...headers, authorization: `Bearer ${token}` };
      return post(url, body, authorized);
    },
  },
};

function post(url, body, headers) {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => {
        resolve({ statusCode: response.statusCode, headers: response.headers, body: text });
      });
    });
    sending.on('error', reject).end(body);
  });
}

const beforeMegabytes = readPeakMegabytes();
const startedMs = performance.now();
const [[{ json }]] = await new RwaAssessSheet().execute.call(executeFunctions);
const seconds = (performance.now() - startedMs) / 1000;
agent.destroy();
console.log(
  JSON.stringify({ ...json, seconds, beforeMegabytes, peakMegabytes: readPeakMegabytes() }),
);
