import { randomUUID } from 'node:crypto';
import { type Route, route } from '../http/route.js';
import {
  type MailServerChange,
  mailServerChange,
  mailSettings,
  mailTest,
  mailTestResult,
} from '../contract/shapes.js';
import { RefusalError } from '../refusalError.js';
import { wordTestResult } from '../words/mailServer.js';
import { wordTest } from '../words/mailText.js';
import { wordsIn } from '../words/wording.js';
import { checkMailServer, readMailServer, storeMailServer, hidePassword } from './mailSettings.js';
import { MailError, sendMail } from './smtp.js';
import { toEmail } from './toEmail.js';

const topic = 'Settings';
const path = '/api/settings/mail';

/** No answer contains the password of the mail server. */
export const mailRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path,
    requires: 'administer',
    topic,
    summary: 'Show the mail server of the notices, without its password',
    response: mailSettings,
    async handle(_, { store }) {
      const server = await readMailServer(store);
      return { server: server === undefined ? null : hidePassword(server) };
    },
  }),
  route({
    method: 'PUT',
    path,
    requires: 'administer',
    topic,
    summary: 'Set the mail server, and send the waiting emails soon',
    body: mailServerChange,
    response: mailSettings,
    handle: ({ caller, body }, { access, now }) =>
      access.change(caller, 'administer', async (accounts, tx) => {
        const server = checkMailServer(body, await readMailServer(tx));
        await storeMailServer(tx, server, new Date(now()).toISOString());
        await accounts.log(caller.name, { code: 'mailServerSet', host: server.host });
        return { server: hidePassword(server) };
      }),
  }),
  route({
    method: 'DELETE',
    path,
    requires: 'administer',
    topic,
    summary: 'Remove the mail server, and delete the waiting emails',
    async handle({ caller }, { access, now }) {
      await access.change(caller, 'administer', async (accounts, tx) => {
        if ((await readMailServer(tx)) === undefined) return;
        await storeMailServer(tx, null, new Date(now()).toISOString());
        await accounts.log(caller.name, { code: 'mailServerRemoved' });
      });
      return undefined;
    },
  }),
  route({
    method: 'POST',
    path: `${path}/test`,
    requires: 'administer',
    topic,
    summary: 'Send a test message with these settings, which are not stored',
    body: mailTest,
    response: mailTestResult,
    async handle({ caller, body: { to, ...change }, context }, { access, store }) {
      const address = toEmail(to);
      if (address === undefined || address === '') {
        throw new RefusalError('invalid', (t) => t(($) => $.settings.mail.noReceiver), {
          field: 'to',
        });
      }
      const server = checkMailServer(
        change satisfies MailServerChange,
        await readMailServer(store),
      );
      const language = caller.language ?? 'en';
      const text = wordTest(access.publicAddress.origin, language);
      const { mailServer } = wordsIn(language);
      const { host } = server;
      try {
        const message = { id: randomUUID(), to: address, ...text };
        const answer = await sendMail(server, message, context.req.raw.signal);
        const result = { host, to: address, answer };
        return { isAccepted: true, message: wordTestResult(result, mailServer) };
      } catch (error) {
        if (!(error instanceof MailError)) throw error;
        const result = { host, fault: error.fault, answer: error.answer };
        return { isAccepted: false, message: wordTestResult(result, mailServer) };
      }
    },
  }),
];
