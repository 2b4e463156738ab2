import { isSameService } from '../../../src/baseUrl.js';
import { ServeError } from '../serveError.js';
import { useMoved } from './moveMark.js';
import { namedSetting, setNamedSetting } from './namedSetting.js';
import type { Store } from './store.js';
import { inTransaction } from './transaction.js';

/**
 * Notes the service that a data folder or a database is used with. Throws a {@link ServeError} where something was sent to
 * another one: its scores, perhaps made up by the sandbox, would be shown as those of this service, and its
 * rows would count as sent to this one.
 */
export function keepService(store: Store, service: string): void {
  const { db, folder } = store;
  inTransaction(store, () => {
    const before = (namedSetting(store, 'service') ?? service) as string;
    if (
      !isSameService(before, service) &&
      db.prepare('SELECT 1 FROM journal LIMIT 1').get() !== undefined
    ) {
      const [place, remedy] =
        store.dialect === 'postgres'
          ? ['The database', 'Choose another database']
          : [`The data folder ${folder}`, 'Choose another folder with --data'];
      throw new ServeError(
        `${place} contains assessments of ${before}, and you are starting with ${service}. ${remedy}.`,
      );
    }
    if (store.dialect === 'postgres') useMoved(store);
    setNamedSetting(store, 'service', service);
  });
}
