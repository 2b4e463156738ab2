import { builtinModules } from 'node:module';

// The imports that are allowed between folders, including imports of types. `npm run lint` checks them,
// and docs/contributing.md has a table of them.
const layers = {
  src: { folder: '^src/', mayImport: [] },
  sheets: { folder: '^sheets/', mayImport: [] },
  sandbox: { folder: '^sandbox/', mayImport: ['src'] },
  nodes: { folder: '^(?:nodes|credentials)/', mayImport: ['src', 'sheets', 'engine', 'wording'] },
  http: { folder: '^batch/http/', mayImport: ['src'] },
  wording: { folder: '^batch/wording/', mayImport: ['src', 'sheets', 'engine', 'doctor'] },
  doctor: { folder: '^batch/doctor/', mayImport: ['src', 'engine', 'http'] },
  engine: { folder: '^batch/engine/', mayImport: ['src', 'sheets'] },
  report: { folder: '^batch/report/', mayImport: ['src', 'sheets', 'engine', 'wording'] },
  template: { folder: '^batch/template/', mayImport: ['src', 'engine'] },
  cli: {
    folder: '^batch/cli/',
    mayImport: [
      'src',
      'sheets',
      'sandbox',
      'http',
      'engine',
      'doctor',
      'wording',
      'report',
      'server',
      'template',
    ],
  },
  server: {
    folder: '^batch/server/',
    mayImport: [
      'src',
      'sheets',
      'sandbox',
      'http',
      'engine',
      'doctor',
      'wording',
      'report',
      'template',
    ],
  },
};
/** The folders of the engine: each imports only from those before it. */
const engineFolders = [
  'files',
  'identity',
  'intake',
  'journal',
  'rows',
  'operations',
  'report',
  'run',
  'forget',
];

/** Imports that are forbidden between parts of the server, each with the reason. */
const serverRules = {
  'contract-alone': {
    comment: 'The browser uses the wire types too, so they import nothing else from the server.',
    from: { path: '^batch/server/contract/' },
    to: { path: '^batch/server/', pathNot: '^batch/server/contract/' },
  },
  'page-by-contract': {
    comment: 'Code for the browser imports only the wire types from the server.',
    from: { path: '^batch/server/page/browser/' },
    to: { path: '^batch/server/', pathNot: '^batch/server/(?:contract|page)/' },
  },
  'db-without-features': {
    comment: 'The database layer does not depend on the features that use its tables.',
    from: { path: '^batch/server/db/' },
    to: { path: '^batch/server/', pathNot: '^batch/server/(?:db/|contract/|serveError[.]ts$)' },
  },
  'http-in-routes': {
    comment: 'Only routes use HTTP: other files return values or throw a RefusalError.',
    from: {
      path: '^batch/server/',
      pathNot: '^batch/server/(?:http/|start[.]ts$|page/serve[.]ts$|.*Routes?[.]ts$)',
    },
    to: { path: '^batch/server/http/' },
  },
  'cluster-from-outside': {
    comment:
      'Features do not depend on the cluster, because they also run on one machine without it.',
    from: {
      path: '^batch/server/',
      pathNot:
        '^batch/server/(?:cluster/|threads/|http/app[.]ts$|(?:start|migrateTables|folder/moveFolder)[.]ts$)',
    },
    to: { path: '^batch/server/cluster/' },
  },
};

/**
 * Code that must run without Node, including everything that it imports. `except` lists the modules of
 * Node that this code may still use.
 */
const withoutNode = {
  'sheet-splice/xlsx': { from: '^sheets/xlsx[.]ts$', except: [] },
  'a node': { from: '^nodes/', except: ['crypto'] },
  'the shared wording': { from: '^batch/wording/', except: ['crypto'] },
  'the intake': { from: '^batch/engine/(?:identity|intake)/', except: ['crypto'] },
  'a run': { from: '^batch/engine/run/(?:session|memoryStorage)[.]ts$', except: ['crypto'] },
};
const nodeModules = `^(?:${builtinModules.join('|')})$`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      comment:
        'These files import each other: merge them, or move what they share into another file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(layers).map(([name, { folder, mayImport }]) => ({
      name: `${name}-imports`,
      comment: `${name} may import only ${['itself', ...mayImport].join(', ')}.`,
      severity: 'error',
      from: { path: folder },
      to: { pathNot: [folder, ...mayImport.map((name) => layers[name].folder), nodeModules] },
    })),
    ...engineFolders.slice(0, -1).map((name, index) => ({
      name: `${name}-imports-downwards`,
      comment: `${name} must not import ${engineFolders.slice(index + 1).join(', ')}.`,
      severity: 'error',
      from: { path: `^batch/engine/${name}/` },
      to: { path: `^batch/engine/(?:${engineFolders.slice(index + 1).join('|')})/` },
    })),
    ...Object.entries(serverRules).map(([name, rule]) => ({ name, severity: 'error', ...rule })),
    ...Object.entries(withoutNode).map(([name, { from, except }]) => ({
      name: `${name.replaceAll(/\W/g, '-')}-without-node`,
      comment: `${name} must run without Node. Of the modules of Node, it may import: ${except.join() || 'none'}.`,
      severity: 'error',
      from: { path: from },
      to: { reachable: true, path: nodeModules, pathNot: except.map((module) => `^${module}$`) },
    })),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    includeOnly: `^(?:src|sheets|sandbox|batch|nodes|credentials)/|${nodeModules}`,
    exclude: '/(?:dist|node_modules)/|[.]json$',
  },
};
