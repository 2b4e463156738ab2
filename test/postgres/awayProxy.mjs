// Stands between a client and Postgres, in a thread of its own, and goes away: when it is told to, or by itself as
// soon as a connection begins whose name has `awayAt`. Then nobody answers, until it is told to be back.
import { connect, createServer } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { port: serverPort, awayAt } = workerData;
const open = new Set();
let port = 0;

const proxy = createServer((client) => {
  const server = connect(serverPort, '127.0.0.1');
  for (const one of [client, server]) {
    open.add(one);
    one.on('error', () => undefined);
    one.on('close', () => {
      open.delete(one);
      client.destroy();
      server.destroy();
    });
  }
  client.on('data', (sent) => {
    if (awayAt !== undefined && sent.includes(awayAt)) away();
    else server.write(sent);
  });
  server.on('data', (sent) => client.write(sent));
});

function away() {
  proxy.close();
  for (const one of open) one.destroy();
}

function listen() {
  proxy.listen(port, '127.0.0.1', () => {
    port = proxy.address().port;
    parentPort.postMessage(port);
  });
}

parentPort.on('message', (what) => {
  if (what === 'back') return listen();
  away();
  parentPort.postMessage(port);
});
listen();
