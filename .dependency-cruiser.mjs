import { builtinModules } from 'node:module';

// Who may import whom, types included: `npm run lint` checks it, and docs/contributing.md draws it.
const layers = {
  src: { folder: '^src/', mayImport: [] },
  sheets: { folder: '^sheets/', mayImport: [] },
  sandbox: { folder: '^sandbox/', mayImport: ['src'] },
  nodes: { folder: '^(?:nodes|credentials)/', mayImport: ['src', 'sheets', 'engine', 'wording'] },
  http: { folder: '^batch/http/', mayImport: ['src'] },
  wording: { folder: '^batch/wording/', mayImport: ['src', 'sheets', 'engine'] },
  engine: { folder: '^batch/engine/', mayImport: ['src', 'sheets'] },
  report: { folder: '^batch/report/', mayImport: ['src', 'sheets', 'engine', 'wording'] },
  template: { folder: '^batch/template/', mayImport: ['src', 'engine'] },
  cli: {
    folder: '^batch/cli/',
    mayImport: [
      ...['src', 'sheets', 'sandbox', 'http', 'engine', 'wording', 'report', 'server'],
      'template',
    ],
  },
  server: {
    folder: '^batch/server/',
    mayImport: ['src', 'sheets', 'sandbox', 'http', 'engine', 'wording', 'report', 'template'],
  },
};
/** The folders of the engine: each imports only what stands before it. */
const engineFolders = [
  ...['files', 'identity', 'intake', 'journal', 'rows'],
  ...['operations', 'report', 'run', 'forget'],
];

/** What must run where there is no Node, also through what it imports, and what of Node it may use. */
const withoutNode = {
  'sheet-splice/xlsx': { from: '^sheets/xlsx[.]ts$', except: [] },
  'a node': { from: '^nodes/', except: ['crypto'] },
  'the words of all faces': { from: '^batch/wording/', except: ['crypto'] },
  'the intake': { from: '^batch/engine/(?:identity|intake)/', except: ['crypto'] },
  'a run': { from: '^batch/engine/run/(?:session|memoryStorage)[.]ts$', except: ['crypto'] },
};
const ofNode = `^(?:${builtinModules.join('|')})$`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Two files that import each other, types included, are one file, or three.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(layers).map(([name, { folder, mayImport }]) => ({
      name: `${name}-imports`,
      comment: `${name} imports ${['itself', ...mayImport].join(', ')}, and nothing else of ours.`,
      severity: 'error',
      from: { path: folder },
      to: { pathNot: [folder, ...mayImport.map((name) => layers[name].folder), ofNode] },
    })),
    ...engineFolders.slice(0, -1).map((name, place) => ({
      name: `${name}-imports-downwards`,
      comment: `${name} imports none of ${engineFolders.slice(place + 1).join(', ')}.`,
      severity: 'error',
      from: { path: `^batch/engine/${name}/` },
      to: { path: `^batch/engine/(?:${engineFolders.slice(place + 1).join('|')})/` },
    })),
    ...Object.entries(withoutNode).map(([name, { from, except }]) => ({
      name: `${name.replaceAll(/\W/g, '-')}-without-node`,
      comment: `${name} runs without Node: none of its modules but ${except.join() || 'none'}.`,
      severity: 'error',
      from: { path: from },
      to: { reachable: true, path: ofNode, pathNot: except.map((module) => `^${module}$`) },
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    includeOnly: `^(?:src|sheets|sandbox|batch|nodes|credentials)/|${ofNode}`,
    exclude: '/(?:dist|node_modules)/|[.]json$',
  },
};
