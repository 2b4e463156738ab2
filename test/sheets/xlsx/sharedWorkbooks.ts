import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../../shared/workbooks', import.meta.url));

/** Real workbooks of public projects, from a folder beside the checkout; empty without it. */
export const SHARED_WORKBOOKS: readonly string[] = existsSync(FOLDER)
  ? readdirSync(FOLDER)
      .filter((name) => /\.xls[xm]$/.test(name))
      .toSorted()
      .map((name) => path.join(FOLDER, name))
  : [];
