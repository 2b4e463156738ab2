import { describeOwnership } from '../../../sheets/files/account.js';
import type { SettingsMessages } from '../../http/settingsMessages.js';
import { proxyUnusableText } from '../../wording/proxyUnusableText.js';
import { capitalize } from '../../wording/words.js';
import type { Wordings } from '../../wording/wordings.js';

export const settingsWording: Wordings<SettingsMessages> = {
  baseUrlMissing: () =>
    'No base URL. Set RWA_BASE_URL or use --base-url; to try without a service, use --sandbox.',
  baseUrlUnusable: ({ reason }) => reason,
  tokenMissing: () =>
    'No company token. Put it in a file that only you can read and add --token-file FILE (or set RWA_TOKEN).',
  tokenFileMissing: ({ file }) =>
    `There is no token file ${file}. Check its name (--token-file, or tokenFile in rwa.config.json).`,
  tokenFileIsToken: () =>
    'The token file does not exist. Use the name of a file that contains the token, never the token itself (--token-file, or tokenFile in rwa.config.json).',
  tokenFileForbidden({ file }) {
    const whose = describeOwnership(file);
    const owner = whose === undefined ? '' : ` ${whose}`;
    return `This account may not read the token file ${file}.${owner} Give the file to the account that runs rwa (chown), and let nobody else read it (chmod 600).`;
  },
  tokenFileUnreadable: ({ file, reason }) =>
    `The token file ${file} cannot be read: ${reason}. Check the file and its disk.`,
  tokenFileEmpty: ({ file }) =>
    `The token file ${file} is empty. Put the company token into it, and nothing else.`,
  tokenMalformed: ({ file }) =>
    `${file === undefined ? 'RWA_TOKEN' : `The token file ${file}`} contains more than one token, or characters that no token has. Put the company token into it, and nothing else.`,
  tokenFileOpenToOthers: ({ file }) =>
    `The token file ${file} can be read by other users of this machine. Run chmod 600 on it. If somebody may have read it, ask for a new token.`,
  proxyUnusable: ({ variable }) => proxyUnusableText(variable),
  tooFewFiles({ concurrency, needed, limit, maxConcurrency, sufficientLimit }) {
    const raise = `raise the limit: ulimit -n ${sufficientLimit}`;
    const advice =
      maxConcurrency === undefined
        ? capitalize(raise)
        : `Lower --concurrency to ${maxConcurrency}, or ${raise}`;
    return `--concurrency ${concurrency} needs ${needed} open files, but this process may have only ${limit}. ${advice}. Nothing was sent.`;
  },
};
