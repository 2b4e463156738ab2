import type { Plugin } from 'esbuild';

/** An esbuild plugin that bundles only the writing half of exceljs, with our own zip stream. */
export const exceljsWriter: Plugin;
