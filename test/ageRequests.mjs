// For a minute, nobody can declare that a request created nothing, because it may still arrive. These
// exports make requests a minute older, so that tests need not wait.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const minuteMs = 60_000;

/** An SQL statement that makes all requests in the database of a server a minute older. */
export const agingStatement = `UPDATE journal SET stored_at = stored_at - ${minuteMs}`;

export function ageInDataFolder(dataFolder) {
  const database = new DatabaseSync(join(dataFolder, 'rwa.sqlite'), { timeout: 5_000 });
  database.exec(agingStatement);
  database.close();
}

/** Makes the requests in the journals of a folder older, or younger if `byMs` is negative. */
export function ageJournals(folder, byMs = minuteMs) {
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
