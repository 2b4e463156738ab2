// Why a mail server did not take a message. Each reason follows the name of the server.

const checkPort =
  'Check the port and the security: port 587 usually needs STARTTLS, and port 465 TLS.';

export const mailFaults = {
  signIn: {
    reason: 'refused the user or the password',
    hint: 'Some mail servers need a password that is made for programs.',
  },
  sender: {
    reason: 'refused the sender',
    hint: 'Use an address that this user may send from.',
  },
  address: { reason: 'was not used, because the address is not valid' },
  recipient: { reason: 'refused the recipient' },
  message: { reason: 'refused the message' },
  refused: { reason: 'refused the connection' },
  noStartTls: {
    reason: 'offers no STARTTLS on this port, and nothing was sent without encryption',
    hint: checkPort,
  },
  noTls: { reason: 'does not begin with TLS on this port', hint: checkPort },
  handshake: { reason: 'was not used: the TLS handshake failed' },
  silent: { reason: 'did not answer in time', hint: checkPort },
  unknownHost: {
    reason: 'was not reached: the host name is unknown',
    hint: 'Check its spelling.',
  },
  untrusted: (reason: string, hint: string | undefined) => ({
    reason: `was not used: ${reason}`,
    hint,
  }),
  unreachable: (reason: string) => ({ reason: `was not reached: ${reason}` }),
} as const;
