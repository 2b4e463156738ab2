import { checkService, type ServiceCheckOptions } from '../../doctor/checkService.js';
import { type Connection, type ConnectionSettings, readConnection } from '../../http/connection.js';
import { SettingsError } from '../../http/settingsError.js';
import type { WordedFinding } from '../../wording/findings.js';
import { showValues } from '../../wording/sentence.js';
import { wordFinding } from '../wording/findings.js';
import { inWords, toSentence } from '../wording/wording.js';

/** Returns the connection only if rwa_retrieve accepts its token. */
export async function* checkSettings(
  settings: Pick<ConnectionSettings, 'baseUrl' | 'tokenFile'>,
  options: ServiceCheckOptions,
): AsyncGenerator<WordedFinding, Connection | undefined> {
  const warnings: string[] = [];
  let connection: Connection;
  try {
    const warn: ConnectionSettings['warn'] = (each) => warnings.push(inWords(each));
    connection = await readConnection({ ...settings, warn });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    yield { check: 'Settings', state: 'problem', message: showValues(toSentence(error)) };
    yield wordFinding({ code: 'serviceNotAsked', state: 'unknown' });
    return undefined;
  }
  for (const message of warnings) yield { check: 'Token', state: 'warning', message };
  let isAccepted = false;
  for await (const finding of checkService(connection, options)) {
    isAccepted ||= finding.code === 'tokenAccepted' && finding.operations.includes('rwa_retrieve');
    yield wordFinding(finding);
  }
  return isAccepted ? connection : undefined;
}
