// Replaces `require` of Node's modules in CommonJS packages (pg, prom-client), because our bundle
// consists of ES modules, which have no `require`.
import { builtinModules } from 'node:module';

const builtin = new Set(builtinModules);

/** Put this plugin after those that resolve some of these modules themselves. */
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
