// Bundles only the writer of exceljs, because exceljs needs unmaintained or unlicensed packages.
import { builtinModules, createRequire } from 'node:module';
import { join } from 'node:path';

const { resolve } = createRequire(import.meta.url);
const folder = import.meta.dirname;
const zipStream = JSON.stringify(join(folder, 'zipStream.ts'));

/** The build fails if exceljs requires any other package. */
const replacements = {
  archiver: `const { ZipStream } = require(${zipStream}); module.exports = () => new ZipStream();`,
  '../utils/zip-stream': `exports.ZipWriter = require(${zipStream}).ZipStream;`,
  'readable-stream': `module.exports = require('node:stream');`,
  uuid: `exports.v4 = require('node:crypto').randomUUID;`,
  // Only parts of exceljs that rwa does not use need the modules below.
  jszip: `module.exports = {};`,
  saxes: `module.exports = {};`,
  '../csv/csv': `module.exports = {};`,
};

const entry = `
  exports.Workbook = require('exceljs/lib/doc/workbook.js');
  exports.stream = {
    xlsx: { WorkbookWriter: require('exceljs/lib/stream/xlsx/workbook-writer.js') },
  };`;

const builtin = new Set(builtinModules);

export const exceljsWriter = {
  name: 'exceljs-writer',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^exceljs$/ }, () => ({ path: 'exceljs', namespace: 'exceljs-part' }));
    onResolve({ filter: /^exceljs\/lib\// }, ({ path }) => ({ path: resolve(path) }));
    onResolve({ filter: /./ }, ({ path, importer, kind, namespace }) => {
      const isFromExceljs =
        namespace === 'exceljs-part' || /[\\/]exceljs[\\/]lib[\\/]/.test(importer);
      if (!isFromExceljs || kind !== 'require-call') return undefined;
      const name = path.replace(/^node:/, '');
      if (builtin.has(name)) return { path: name, namespace: 'builtin' };
      if (Object.hasOwn(replacements, path)) return { path, namespace: 'exceljs-part' };
      if (/^[./]/.test(path)) return undefined;
      return { errors: [{ text: `exceljs requires ${path}, which must not be bundled` }] };
    });
    onLoad({ filter: /./, namespace: 'exceljs-part' }, ({ path }) => ({
      contents: path === 'exceljs' ? entry : replacements[path],
      resolveDir: folder,
    }));
    // An ES module has no `require` for modules that are built into Node.
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `export * from 'node:${path}';`,
    }));
  },
};
