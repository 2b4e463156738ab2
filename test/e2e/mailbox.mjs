// A mail server on loopback that accepts every mail, for the sample that asks by mail.
import { createServer } from 'node:net';

/** The credential of this server for n8n's mail nodes. */
export const mailCredential = (port) => ({
  id: 'smtp',
  name: 'SMTP',
  type: 'smtp',
  data: { user: '', password: '', host: '127.0.0.1', port, secure: false, disableStartTls: true },
});

/** Listens on a port; `received` contains the decoded bodies of the mails. */
export function startMailbox(port) {
  const received = [];
  const server = createServer((socket) => {
    let unread = '';
    let isData = false;
    socket.setEncoding('utf8').write('220 mailbox\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (text) => {
      unread += text;
      for (;;) {
        const end = unread.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const taken = unread.slice(0, end);
        unread = unread.slice(end + (isData ? 5 : 2));
        if (isData) received.push(decode(taken));
        const command = isData ? '' : taken.slice(0, 4).toUpperCase();
        isData = command === 'DATA';
        socket.write(isData ? '354 go on\r\n' : command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
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
  return body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll('&amp;', '&');
}
