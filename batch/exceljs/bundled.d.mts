import type { Plugin } from 'esbuild';

/** Bundles only the writing half of exceljs, with our own zip stream. */
export const exceljsWriter: Plugin;
