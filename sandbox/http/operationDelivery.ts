import { type Operation, type OperationName, operations } from '../../src/operations.js';
import { findCompany } from '../companies.js';
import { type FaultEffect, faultEffects } from '../faults/faultEffects.js';
import { createError } from '../operations/answers.js';
import { handlers } from '../operations/operations.js';
import type { Body } from '../body.js';
import type { Answer, Service } from '../service.js';
import { type ReceivedRequest, parseObject } from './received.js';
import { type Delivery, type Reply, toJsonReply, toRefusal } from './reply.js';

/**
 * Application errors are HTTP 200; other statuses are for requests outside the contract and for
 * faults.
 */
export function answerOperation(
  service: Service,
  received: ReceivedRequest & { readonly body: string },
  name: string,
  isLive: boolean,
): Delivery {
  const { latencyMs, store, faults, onHeld } = service;
  const refuse = (reply: Reply): Delivery => ({ reply, manner: 'whole', delayMs: latencyMs });

  const operation = findOperation(name, isLive);
  if (operation === undefined) return refuse(toRefusal(404, `There is no operation ${name} here`));
  if (received.method !== 'POST') {
    return refuse({ ...toRefusal(405, `${name} is a POST request`), headers: { Allow: 'POST' } });
  }
  store.counts.addRequest(operation);
  if (!/^application\/json\s*(?:;|$)/i.test(received.contentType)) {
    return refuse(toRefusal(415, 'The Content-Type must be application/json'));
  }
  const body = parseObject(received.body);
  if (body === undefined) return refuse(toRefusal(400, 'The request body is not a JSON object'));

  const company = findCompany(received.authorization);
  const fault = faults.next(operation, company, body);
  const effect: FaultEffect | undefined = fault === undefined ? undefined : faultEffects[fault];
  const answer =
    effect?.commits === false
      ? createError(handlers[operation].unauthorised)
      : carryOut(operation, service, company, body, received);
  const answerEffect = effect?.answer ?? 'whole';
  // The code that started the sandbox can act while the request waits.
  if (answerEffect === 'none' || effect?.delayMs !== undefined)
    onHeld?.({ operation, body: received.body });
  return {
    reply:
      typeof answerEffect === 'object'
        ? answerEffect
        : toJsonReply(answerEffect === 'asError' ? toContradiction(answer) : answer),
    manner: typeof answerEffect === 'object' || answerEffect === 'asError' ? 'whole' : answerEffect,
    delayMs: latencyMs + (effect?.delayMs ?? 0),
  };
}

function toContradiction(answer: Answer): Answer {
  if (answer.status === 'error') return answer;
  return { ...answer, status: 'error', success: false, message: 'Something went wrong' };
}

function findOperation(name: string, isLive: boolean): OperationName | undefined {
  if (!Object.hasOwn(operations, name)) return undefined;
  const operation: Operation = operations[name as OperationName];
  return isLive && operation.testOnly === true ? undefined : (name as OperationName);
}

function carryOut(
  name: OperationName,
  service: Service,
  company: string | undefined,
  body: Body,
  { origin }: ReceivedRequest,
): Answer {
  const { handle, unauthorised } = handlers[name];
  return company === undefined
    ? createError(unauthorised)
    : handle(service, { company, body, origin });
}
