import type { Plugin } from 'esbuild';

/** Bundles of exceljs only what creates workbooks, on our own zip stream. */
export const exceljsWriter: Plugin;
