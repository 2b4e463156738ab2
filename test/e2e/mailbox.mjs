// A mail server on loopback that accepts every mail, for the sample that asks for a decision by
// mail.
import { createServer } from 'node:net';

export const createMailCredential = (port) => ({
  id: 'smtp',
  name: 'SMTP',
  type: 'smtp',
  data: { user: '', password: '', host: '127.0.0.1', port, secure: false, disableStartTls: true },
});

/** Starts a server on a port; `received` contains the decoded bodies of the mails. */
export function startMailbox(port) {
  const received = [];
  const server = createServer((socket) => {
    let unread = '';
    let isReadingMail = false;
    socket.setEncoding('utf8').write('220 mailbox\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (text) => {
      unread += text;
      for (;;) {
        // A mail ends with a line that has only a dot, and a command ends with its line.
        const end = unread.indexOf(isReadingMail ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const message = unread.slice(0, end);
        unread = unread.slice(end + (isReadingMail ? 5 : 2));
        if (isReadingMail) received.push(decode(message));
        const command = isReadingMail ? '' : message.slice(0, 4).toUpperCase();
        isReadingMail = command === 'DATA';
        socket.write(
          isReadingMail ? '354 go on\r\n' : command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n',
        );
      }
    });
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      resolve({ received, close: () => server.close() });
    });
  });
}

function decode(mail) {
  const body = mail.slice(mail.indexOf('\r\n\r\n') + 4);
  if (/^content-transfer-encoding: base64/im.test(mail))
    return Buffer.from(body, 'base64').toString();
  // Otherwise the body is quoted-printable HTML.
  return body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll('&amp;', '&');
}
