import { postNotice } from '../../http/webhook.js';
import { wordWebhookProblem } from '../../http/webhookProblem.js';
import { hideWebhookPath, parseWebhookUrl } from '../../http/webhookUrl.js';
import { proxyUnusableText } from '../../wording/proxyUnusableText.js';
import type { Services } from '../services.js';
import { log } from '../log.js';
import { recordRound } from '../rounds/roundStore.js';
import { type EndedRun, markReported, listRunsToReport } from './runStore.js';
import { readSettings } from '../settings/settingStore.js';
import { createNotice } from './runNotice.js';
import { inTransaction } from '../db/transaction.js';
import { queueMails } from '../mail/queueMails.js';

type RunEndServices = Pick<Services, 'store' | 'access' | 'service' | 'now'>;

/** A notice that was interrupted by the end of the server is posted again at its next start. */
export async function reportRunEnds(services: RunEndServices, signal: AbortSignal): Promise<void> {
  const { store, service, now } = services;
  const ended = await listRunsToReport(store);
  // Record the rounds first, because the page reads them at once, and a webhook may take half a minute.
  for (const { sheet, operation } of ended) {
    if (operation !== 'decide') await recordRound(store, sheet);
  }
  for (const run of ended) {
    const ms = Date.parse(run.endedAt) - Date.parse(run.startedAt);
    log.info({ run: run.id, sheet: run.sheet, state: run.state, ms }, 'A run has ended');
    await postRunNotice(run, services, signal);
    if (signal.aborted) return;
    const at = new Date(now()).toISOString();
    await inTransaction(store, async (tx) => {
      if (await markReported(tx, run)) await queueMails(tx, { run, service, at });
    });
  }
}

async function postRunNotice(
  run: EndedRun,
  { store, access, service }: RunEndServices,
  signal: AbortSignal,
): Promise<void> {
  const url = parseWebhookUrl((await readSettings(store)).webhookUrl ?? '');
  if (typeof url === 'string') return;
  const problem = await postNotice(url, createNotice(run, service), { signal });
  if (problem === undefined || signal.aborted) return;
  const reason = wordWebhookProblem(problem, proxyUnusableText);
  log.error(
    { run: run.id, sheet: run.sheet, host: url.host, reason },
    'The webhook failed; the run itself is not affected',
  );
  const action = { code: 'webhookFailed', url: hideWebhookPath(url), problem } as const;
  await access.logByServer(action, run.sheet);
}
