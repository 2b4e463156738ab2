// Puts code/ into the Code nodes of the sample workflows, with the headings of
// src/assessmentFields.ts and the examples of batch/cli/template/assessmentExample.ts. Run after a
// change to any of them, and commit what it writes. A test fails when that was forgotten.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { format, resolveConfig } from 'prettier';

const folder = import.meta.dirname;

/** What each Code node does with the functions of code/, by the node's name. */
const calls = {
  'Open as Zip': {
    call: `const { json, binary } = $input.first();
const [[name, file]] = Object.entries(binary);
// n8n's Compression node goes by the ending of the name.
return [{ json: { ...json, fileName: file.fileName }, binary: { workbook: { ...file, fileName: 'workbook.zip', fileExtension: 'zip' } } }];
`,
  },
  'Read Rows': {
    files: ['readRows.mjs', 'workbook.mjs'],
    call: `const parts = {};
for (const [name, file] of Object.entries($input.first().binary ?? {})) {
  const path = [file.directory, file.fileName].filter(Boolean).join('/');
  if (!/\\.(xml|rels)$/.test(path)) continue;
  parts[path] = (await this.helpers.getBinaryDataBuffer(0, name)).toString('utf8');
}
return readRows(parts, FIELDS).map((json) => ({ json, pairedItem: { item: 0 } }));
`,
  },
  'Check Row IDs': {
    files: ['rowIdProblem.mjs'],
    call: `const problem = rowIdProblem($input.all().map(({ json }) => json));
if (problem !== undefined) throw new Error(problem);
return $input.all().map(({ json }, item) => ({ json, pairedItem: { item } }));
`,
  },
  'Scored Workbook': {
    files: ['scoredWorkbook.mjs'],
    call: `const rows = $('Read Rows').all().map(({ json }) => json);
const results = $input.all().map(({ json }) => json);
const failed = results.filter((result) => errorOf(result) !== undefined).length;
const parts = Object.entries(scoredWorkbook(rows, results)).map(([path, text], index) => [
  'part' + index,
  { data: Buffer.from(text).toString('base64'), mimeType: 'application/xml', fileName: path, fileExtension: 'xml' },
]);
return [{ json: { rows: rows.length, failed, parts: parts.map(([name]) => name).join(',') }, binary: Object.fromEntries(parts) }];
`,
  },
};

/** The code of a Code node, or nothing when the node is not one of ours. */
export async function codeOf(nodeName, fields, examples) {
  if (!Object.hasOwn(calls, nodeName)) return undefined;
  const { files = [], call } = calls[nodeName];
  const texts = await Promise.all(
    files.map((file) => readFile(join(folder, 'code', file), 'utf8')),
  );
  const code = texts.map((text) =>
    text.replaceAll(/^import .*\n+/gm, '').replaceAll(/^export /gm, ''),
  );
  const table = JSON.stringify(inputsOf(fields, examples)).replaceAll('},{', '},\n  {');
  return [...code, call.replace('FIELDS', () => table)].join('\n');
}

/** The inputs as {@link readRows} takes them: their headings, and what the template shows in them. */
export function inputsOf(fields, examples) {
  return Object.entries(fields).map(([name, { label, aliases = [], required, kind }]) => ({
    name,
    headings: [label, ...aliases],
    examples: examples[name],
    ...(required === 'always' ? { required: true } : {}),
    ...(kind === 'dateTime' ? { isDate: true } : {}),
  }));
}

/** The workflows of this folder with our code in their Code nodes, as JSON by file name. */
export async function embedded(fields, examples) {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  return Promise.all(
    files.map(async (file) => {
      const workflow = JSON.parse(await readFile(join(folder, file), 'utf8'));
      for (const node of workflow.nodes) {
        if (node.type !== 'n8n-nodes-base.code') continue;
        node.parameters.jsCode =
          (await codeOf(node.name, fields, examples)) ?? node.parameters.jsCode;
      }
      return [file, workflow];
    }),
  );
}

if (import.meta.filename === process.argv[1]) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { assessmentFields } from './src/assessmentFields.ts';
        export { assessmentExample } from './batch/cli/template/assessmentExample.ts';`,
      resolveDir: join(folder, '..', '..'),
    },
    bundle: true,
    format: 'esm',
    write: false,
  });
  const source = Buffer.from(outputFiles[0].contents).toString('base64');
  const { assessmentFields, assessmentExample } = await import(
    `data:text/javascript;base64,${source}`
  );
  for (const [file, workflow] of await embedded(assessmentFields, assessmentExample.values)) {
    const path = join(folder, file);
    const options = { ...(await resolveConfig(path)), filepath: path };
    await writeFile(path, await format(JSON.stringify(workflow), options));
  }
}
