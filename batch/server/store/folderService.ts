import { isSameService, readBaseUrl } from '../../../src/baseUrl.js';
import { capital } from '../../wording/words.js';
import { ServeError } from '../serveError.js';
import { useMoved } from './moveMark.js';
import { namedSetting, setNamedSetting } from './namedSetting.js';
import type { Store } from './store.js';
import { inTransaction } from './transaction.js';

/**
 * Records the service that a data folder or a database is used with. Throws a {@link ServeError} if
 * something was sent to another one, unless `isSame`: a person has confirmed that it is the same one
 * under another URL. Otherwise, scores of another service or the sandbox would be shown as those of
 * this one, and rows would count as sent to it.
 */
export function keepService(store: Store, service: string, isSame = false): void {
  const { db, folder } = store;
  inTransaction(store, () => {
    const before = (namedSetting(store, 'service') ?? service) as string;
    const hasSent = () => db.prepare('SELECT 1 FROM journal LIMIT 1').get() !== undefined;
    if (!isSameService(before, service) && hasSent()) {
      const isSandbox = ![before, service].every((name) => readBaseUrl(name).ok);
      if (!isSame || isSandbox) {
        const [place, remedy] =
          store.dialect === 'postgres'
            ? ['The database', 'choose another database']
            : [`The data folder ${folder}`, 'choose another folder with --data'];
        const other = isSandbox
          ? capital(remedy)
          : `If it is the same service under another URL, start rwa serve with --same-service. If it is another service, ${remedy}`;
        throw new ServeError(
          `${place} contains assessments of ${before}, and you are starting with ${service}. ${other}.`,
        );
      }
      setNamedSetting(store, 'formerServices', [...formerServices(store), before]);
    }
    if (store.dialect === 'postgres') useMoved(store);
    setNamedSetting(store, 'service', service);
  });
}

/** The earlier base URLs of the service of a data folder or a database: its journals contain them. */
export function formerServices(store: Store): readonly string[] {
  return (namedSetting(store, 'formerServices') ?? []) as readonly string[];
}
