import { z } from 'zod/v4';
import { connectionFaultSchema, remedySchema } from '../../../src/requestMessages.js';

/** The SMTP status of the answer, if there was one. */
const status = z.int().optional();

/** Contains no addresses and no texts of the mail server. */
export const mailFault = z.discriminatedUnion('code', [
  z.object({
    code: z.enum([
      'signIn',
      'sender',
      'address',
      'recipient',
      'message',
      'refused',
      'noStartTls',
      'noTls',
      'handshake',
      'silent',
      'unknownHost',
      'broken',
    ]),
    status,
  }),
  z.object({
    code: z.enum(['untrusted', 'unreachable']),
    fault: connectionFaultSchema,
    remedy: remedySchema.optional(),
    status,
  }),
]);
export type MailFault = z.infer<typeof mailFault>;
