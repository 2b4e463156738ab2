// For packages that are CommonJS (pg, prom-client): an ES module has no `require` for what is built into Node.
import { builtinModules } from 'node:module';

const builtin = new Set(builtinModules);

/** A plugin for esbuild, after those that have an answer of their own. */
export const builtins = {
  name: 'builtins',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /./ }, ({ path, kind }) => {
      const name = path.replace(/^node:/, '');
      if (kind !== 'require-call' || !builtin.has(name)) return undefined;
      return { path: name, namespace: 'require-builtin' };
    });
    onLoad({ filter: /./, namespace: 'require-builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}');`,
    }));
  },
};
