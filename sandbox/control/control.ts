import { type ReceivedRequest, parseObject } from '../http/received.js';
import { type Reply, toJsonReply, toRefusal } from '../http/reply.js';
import type { Body } from '../body.js';
import type { Service } from '../service.js';
import { activate, restore } from './accounts.js';
import { ControlError } from './controlError.js';
import { readLedger } from './ledger.js';
import { listEmails } from './emails.js';
import { readFaultRule } from './faultRule.js';

type Control = (service: Service, body: Body, origin: string) => object;

/** The controls by method and path below `/_sandbox/`. These requests need no token. */
const controls: Readonly<Record<string, Control>> = {
  'GET ledger': ({ store }) => readLedger(store),
  'GET outbox': ({ store }, _body, origin) => listEmails(store, origin),
  'POST activate': ({ store }, body) => activate(store, body),
  'POST restore': ({ store }, body) => restore(store, body),
  'POST faults': ({ faults }, body) => {
    faults.add(readFaultRule(body));
    return { faults: faults.rules };
  },
  'DELETE faults': ({ faults }) => {
    faults.clear();
    return { faults: faults.rules };
  },
  'POST reset': ({ store, faults }) => {
    store.reset();
    faults.reset();
    return { status: 'success' };
  },
};

export function answerControl(
  service: Service,
  { method, path, body, origin }: ReceivedRequest & { readonly body: string },
): Reply {
  const name = `${method} ${path.slice('/_sandbox/'.length)}`;
  const control = Object.hasOwn(controls, name) ? controls[name] : undefined;
  if (control === undefined) {
    return toRefusal(404, `There is no control ${name}. Use ${Object.keys(controls).join(', ')}.`);
  }
  const input = body === '' ? {} : parseObject(body);
  if (input === undefined) return toRefusal(400, 'The request body is not a JSON object');
  try {
    return toJsonReply(control(service, input, origin));
  } catch (error) {
    if (error instanceof ControlError) return toRefusal(400, error.message);
    throw error;
  }
}
