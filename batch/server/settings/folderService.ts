import { z } from 'zod/v4';
import { isSameService, readBaseUrl } from '../../../src/baseUrl.js';
import { capitalize } from '../../wording/words.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { ServeError } from '../serveError.js';
import { recordFirstUse } from '../folder/moveMark.js';
import { readNamedSetting, setNamedSetting } from './settingStore.js';

/** The sandbox has this name in place of the base URL of a service. */
export const embeddedSandbox = 'the embedded sandbox';

/**
 * Refuses another service than before: its scores would be shown as scores of this one, and its rows would count as
 * sent. If `isSame` is true, a person has confirmed that both URLs belong to the same service, and only a change from
 * or to the sandbox throws.
 */
export function recordService(store: Store, service: string, isSame = false): Promise<void> {
  return inTransaction(store, async (tx) => {
    const formerService = await refuseOtherService(tx, service, isSame);
    if (formerService !== undefined) {
      await setNamedSetting(tx, 'formerServices', [
        ...(await readFormerServices(tx)),
        formerService,
      ]);
    }
    if (tx.dialect === 'postgres') await recordFirstUse(tx);
    await setNamedSetting(tx, 'service', service);
  });
}

/** Like {@link recordService}, but writes nothing. Resolves to the former base URL if something was sent to it. */
export async function refuseOtherService(
  store: Store,
  service: string,
  isSame = false,
): Promise<string | undefined> {
  const formerService = z.string().parse((await readNamedSetting(store, 'service')) ?? service);
  if (isSameService(formerService, service) || !(await hasSent(store))) return undefined;
  const isSandbox = ![formerService, service].every((name) => readBaseUrl(name).ok);
  if (!isSame || isSandbox) throw createServiceError(store, { formerService, service, isSandbox });
  return formerService;
}

/** The journals may contain these base URLs. */
export async function readFormerServices(store: Pick<Store, 'db'>): Promise<readonly string[]> {
  return z.array(z.string()).parse((await readNamedSetting(store, 'formerServices')) ?? []);
}

async function hasSent({ db }: Store): Promise<boolean> {
  const found = await db.selectFrom('journal').select('owner').limit(1).executeTakeFirst();
  return found !== undefined;
}

function createServiceError(
  { dialect, folder }: Store,
  {
    formerService,
    service,
    isSandbox,
  }: { formerService: string; service: string; isSandbox: boolean },
): ServeError {
  const [place, remedy] =
    dialect === 'postgres'
      ? ['The database', 'choose another database']
      : [`The data folder ${folder}`, 'choose another folder with --data'];
  const advice = isSandbox
    ? capitalize(remedy)
    : `If it is the same service under another URL, start rwa serve with --same-service. If it is another service, ${remedy}`;
  return new ServeError(
    `${place} contains assessments of ${formerService}, and you are starting with ${service}. ${advice}.`,
  );
}
