import { createHmac, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../../http/connection.js';
import { CommandError } from '../output/commandError.js';

/**
 * Marks the folder for single requests as that of a company, at the first start. Throws a CommandError
 * for the folder of another company: a repeated request is answered from the folder, so one company
 * would get the results of the other.
 */
export function keepCompany(folder: string, { baseUrl, token }: Connection): void {
  const path = join(folder, 'company');
  const mark = (salt: string) =>
    `${salt}.${createHmac('sha256', salt).update(`${baseUrl.url}\n${token}`).digest('base64url')}`;
  try {
    const salt = randomBytes(16).toString('base64url');
    writeFileSync(path, mark(salt), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const kept = readFileSync(path, 'utf8');
    const [salt = ''] = kept.split('.');
    if (mark(salt) === kept) return;
    throw new CommandError(
      `${folder} contains the requests of another company token or another service. Name another folder with --folder. If your company only has a new token, delete ${path} and start again.`,
    );
  }
}
