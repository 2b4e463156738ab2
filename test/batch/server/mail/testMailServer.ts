import { onTestFinished } from 'vitest';
import { readTestCertificate } from '../../../http/testCertificate.js';
import { type MailServer, type MailServerOptions, startMailServer } from '../../../mailServer.js';

/** Starts a mail server for a test. Its certificate is from an unknown authority. */
export async function testMailServer(options?: MailServerOptions): Promise<MailServer> {
  const server = await startMailServer({ certificate: readTestCertificate(), ...options });
  onTestFinished(server.stop);
  return server;
}
