import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { StoredMailServer } from '../batch/server/mail/mailSettings.js';

/** A message that a mail server has accepted. */
interface ReceivedMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly messageId: string;
  /** The whole message, with its quoted-printable text decoded. */
  readonly text: string;
}

/** A mail server on loopback, for tests. */
export interface MailServer {
  /** The settings with which a client can send mail through the server. */
  readonly settings: StoredMailServer;
  readonly received: readonly ReceivedMail[];
  /** Returns the number of connections so far. */
  readonly countConnections: () => number;
  /** Stops listening, as if its machine were down. */
  readonly stop: () => Promise<void>;
}

export interface MailServerOptions {
  readonly security?: StoredMailServer['security'];
  /** Required if `security` is not `none`. */
  readonly certificate?: { readonly key: Buffer; readonly cert: Buffer };
  readonly port?: number;
  readonly needsSignIn?: boolean;
  /** Returns the code with which the server refuses an address; undefined if the server accepts the address. */
  readonly refuse?: (address: string) => number | undefined;
  /** Runs before the server accepts a message. If it rejects, the server refuses the message. */
  readonly beforeAccept?: () => Promise<void>;
}

const password = 'mail-password-1';

export async function startMailServer({
  security = 'none',
  certificate,
  port = 0,
  needsSignIn = true,
  refuse = () => undefined,
  beforeAccept = () => Promise.resolve(),
}: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    ...certificate,
    secure: security === 'tls',
    disabledCommands: security === 'none' ? ['STARTTLS'] : [],
    allowInsecureAuth: security === 'none',
    authOptional: !needsSignIn,
    closeTimeout: 1,
    logger: false,
    onConnect(_, done) {
      connections += 1;
      done();
    },
    onAuth(auth, _, done) {
      if (auth.username === 'rwa' && auth.password === password) done(null, { user: 'rwa' });
      else done(createRefusal('Wrong user or password', 535));
    },
    onRcptTo({ address }, _, done) {
      const code = refuse(address);
      done(code === undefined ? null : createRefusal('Not this address', code));
    },
    onData(stream, session, done) {
      const accept = async () => {
        const raw = await text(stream);
        await beforeAccept();
        received.push(toMail(raw, session.envelope.rcptTo));
      };
      accept().then(() => {
        done();
      }, done);
    },
  });
  // A client that does not trust the certificate ends the handshake.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(resolve);
    });
  const settings = {
    host: '127.0.0.1',
    port: (server.server.address() as AddressInfo).port,
    security,
    user: 'rwa',
    password,
    sender: 'rwa@example.com',
  };
  return { settings, received, countConnections: () => connections, stop };
}

function createRefusal(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode });
}

function toMail(raw: string, to: readonly { readonly address: string }[]): ReceivedMail {
  const decoded = raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(?:=[\dA-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
    );
  const readHeader = (name: string) =>
    new RegExp(`^${name}: (.*(?:\r?\n[ \t].*)*)`, 'im').exec(raw)?.[1]?.replaceAll(/\r?\n/g, '') ??
    '';
  return {
    to: to.map(({ address }) => address),
    subject: readHeader('Subject'),
    messageId: readHeader('Message-ID'),
    text: decoded,
  };
}
