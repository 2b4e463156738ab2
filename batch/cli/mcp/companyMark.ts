import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Connection } from '../../http/connection.js';
import { CommandError } from '../output/commandError.js';
import { readOrCreate } from './readOrCreate.js';

/**
 * Throws a CommandError if the folder belongs to another service or token: a repeated request is
 * answered from the folder, so one company would get the results of the other.
 */
export async function refuseOtherCompany(
  folder: string,
  { baseUrl, token }: Connection,
): Promise<void> {
  const path = join(folder, 'company');
  const createMark = (salt: string) =>
    `${salt}.${createHmac('sha256', salt).update(`${baseUrl.url}\n${token}`).digest('base64url')}`;
  const storedMark = await readOrCreate(path, createMark(randomBytes(16).toString('base64url')));
  const [salt = ''] = storedMark.split('.');
  if (createMark(salt) === storedMark) return;
  throw new CommandError(
    `${folder} contains the requests of another company token or another service. Name another folder with --folder. If your company only has a new token, delete ${path} and start again.`,
  );
}
