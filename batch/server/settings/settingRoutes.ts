import { parseWebhookUrl } from '../../http/webhookUrl.js';
import type { MemberAction } from '../access/logActions.js';
import { readSettings, storeSettings } from './settingStore.js';
import { listScheduledIntervals } from '../rounds/scheduleStore.js';
import { assertFilesKept } from '../rounds/schedule.js';
import { getLanguage } from '../http/requestLanguage.js';
import { type Route, route } from '../http/route.js';
import { RefusalError } from '../refusalError.js';
import { wordFinding } from '../words/findings.js';
import { serverCheck, type Settings, settings } from '../contract/shapes.js';

export const settingRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/settings',
    requires: 'look',
    topic: 'Settings',
    summary: 'Show the settings; the address of the webhook to administrators only',
    response: settings,
    async handle({ caller }, { store }) {
      const found = await readSettings(store);
      // The address may contain a secret.
      return caller.rights.has('administer') ? found : { ...found, webhookUrl: null };
    },
  }),
  route({
    method: 'PUT',
    path: '/api/settings',
    requires: 'administer',
    topic: 'Settings',
    summary: 'Change the settings',
    body: settings,
    response: settings,
    async handle({ caller, body }, { access }) {
      const newSettings = { ...body, webhookUrl: readWebhook(body) };
      await access.change(caller, 'administer', async (accounts, tx) => {
        assertFilesKept(await listScheduledIntervals(tx), newSettings.retentionDays);
        const before = await readSettings(tx);
        await storeSettings(tx, newSettings);
        for (const action of listChanges(before, newSettings)) {
          await accounts.log(caller.name, action);
        }
      });
      return newSettings;
    },
  }),
  route({
    method: 'GET',
    path: '/api/settings/check',
    requires: 'administer',
    topic: 'Settings',
    summary:
      'Check the environment, the service, the folder and the database; changes nothing, and takes at most 15 seconds',
    response: serverCheck,
    async handle({ context }, { check }) {
      const language = getLanguage(context);
      const findings = await check.run();
      return { findings: findings.map((finding) => wordFinding(finding, language)) };
    },
  }),
];

function readWebhook({ webhookUrl }: Settings): string | null {
  const text = webhookUrl?.trim() ?? '';
  if (text === '') return null;
  const url = parseWebhookUrl(text);
  if (typeof url === 'string') {
    throw new RefusalError('invalid', (t) => t(($) => $.settings.webhook[url]), {
      field: 'webhookUrl',
    });
  }
  return url.href;
}

function listChanges(before: Settings, after: Settings): MemberAction[] {
  const actions: MemberAction[] = [];
  if (before.webhookUrl !== after.webhookUrl) {
    actions.push({ code: after.webhookUrl === null ? 'webhookRemoved' : 'webhookSet' });
  }
  const days = after.retentionDays;
  if (before.retentionDays !== days) {
    actions.push(days === null ? { code: 'retentionEnded' } : { code: 'retentionSet', days });
  }
  return actions;
}
