// For a minute, nobody can declare that a request created nothing, because it may still arrive. These
// exports make requests a minute older, so that tests need not wait.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const aMinuteMs = 60_000;

/** A statement for the database of a server, on SQLite or Postgres. */
export const ageInDatabase = `UPDATE journal SET stored_at = stored_at - ${aMinuteMs}`;

export function ageInDataFolder(dataFolder) {
  const database = new DatabaseSync(join(dataFolder, 'rwa.sqlite'), { timeout: 5_000 });
  database.exec(ageInDatabase);
  database.close();
}

/** Makes the requests in the journals of a folder older, or younger if `byMs` is negative. */
export function ageJournals(folder, byMs = aMinuteMs) {
  for (const { name, parentPath } of readdirSync(folder, {
    recursive: true,
    withFileTypes: true,
  })) {
    if (!/rwa-(?:journal|sandbox).*[.]jsonl$/.test(name)) continue;
    const path = join(parentPath, name);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replaceAll(/^.*"fact":"intent".*$/gm, (line) =>
        makeOlder(line, byMs),
      ),
    );
  }
}

function makeOlder(line, byMs) {
  return line.replace(/"at":"([^"]+)"/, (_, at) => {
    return `"at":"${new Date(Date.parse(at) - byMs).toISOString()}"`;
  });
}
