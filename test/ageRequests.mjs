// A person's answer that a request created nothing is refused for a minute, because the request may still
// arrive. These exports make requests a minute older, so that tests need not wait.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const aMinuteMs = 60_000;

/** The statement that makes the requests in the database of a server older, on SQLite and on Postgres. */
export const ageInDatabase = `UPDATE journal SET stored_at = stored_at - ${aMinuteMs}`;

/** Makes the requests of a server with this data folder older. */
export function ageInDataFolder(dataFolder) {
  const database = new DatabaseSync(join(dataFolder, 'rwa.sqlite'), { timeout: 5_000 });
  database.exec(ageInDatabase);
  database.close();
}

/** Makes the requests in the journals beside the sheets of a folder older. A negative time makes them younger. */
export function ageJournals(folder, byMs = aMinuteMs) {
  for (const { name, parentPath } of readdirSync(folder, {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!/rwa-(?:journal|sandbox).*[.]jsonl$/.test(name)) continue;
    const path = join(parentPath, name);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replaceAll(/^.*"fact":"intent".*$/gm, (line) => older(line, byMs)),
    );
  }
}

function older(line, byMs) {
  return line.replace(/"at":"([^"]+)"/, (_, at) => {
    return `"at":"${new Date(Date.parse(at) - byMs).toISOString()}"`;
  });
}
