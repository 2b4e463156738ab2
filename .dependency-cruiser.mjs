import { builtinModules } from 'node:module';

// Which folder may import which, types included: `npm run lint` checks it, and docs/contributing.md draws it.
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

/** In the server: what one part of a path must not import of the others, and why. */
const serverRules = {
  'contract-alone': {
    comment: 'What goes over the wire is all that the browser and the server share.',
    from: { path: '^batch/server/contract/' },
    to: { path: '^batch/server/', pathNot: '^batch/server/contract/' },
  },
  'page-by-contract': {
    comment: 'The browser knows of the server only what goes over the wire.',
    from: { path: '^batch/server/page/browser/' },
    to: { path: '^batch/server/', pathNot: '^batch/server/(?:contract|page)/' },
  },
  'db-without-features': {
    comment: 'The database knows its tables, and nothing of what is done with them.',
    from: { path: '^batch/server/db/' },
    to: { path: '^batch/server/', pathNot: '^batch/server/(?:db/|contract/|serveError[.]ts$)' },
  },
  'http-in-routes': {
    comment: 'HTTP is the matter of routes: other files throw a Refused, and say what they did.',
    from: {
      path: '^batch/server/',
      pathNot: '^batch/server/(?:http/|start[.]ts$|page/serve[.]ts$|.*Routes?[.]ts$)',
    },
    to: { path: '^batch/server/http/' },
  },
  'cluster-from-outside': {
    comment: 'A feature is the same on one machine and on many.',
    from: {
      path: '^batch/server/',
      pathNot: '^batch/server/(?:cluster/|threads/|http/app[.]ts$|start[.]ts$)',
    },
    to: { path: '^batch/server/cluster/' },
  },
};

/** Code that must run without Node, also through its imports, and the modules of Node that it may use. */
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
    ...Object.entries(serverRules).map(([name, rule]) => ({ name, severity: 'error', ...rule })),
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
