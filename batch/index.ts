/** The client of the service, for scripts in TypeScript. */
export type { AssessmentFor, CreatedAssessment, NewAssessment } from '../src/assessment.js';
export type { AssessmentField, Purpose } from '../src/assessmentFields.js';
export type { CallOptions, SendRecord } from '../src/callOptions.js';
export type { ServiceOperations } from '../src/client.js';
export type { ExchangeOutcome, RequestEvent, ResponseEvent } from '../src/clientEvents.js';
export type { Evidence } from '../src/decisionTable.js';
export type { Decision, DecisionStatus, DecisionWith } from '../src/decision.js';
export type { Failure, FailureCode, FieldError, Result } from '../src/failure.js';
export type { IdChange, InputMessage, InputMessages } from '../src/inputMessages.js';
export type { OperationName, OperationRequest } from '../src/operations.js';
export type { Problem, Validated } from '../src/problems.js';
export type {
  BodyFault,
  BodyFaults,
  ConnectionFault,
  ConnectionFaults,
  RequestMessage,
  RequestMessages,
  RequestRemedies,
  RequestRemedy,
} from '../src/requestMessages.js';
export type { Waited } from '../src/resultPoller.js';
export type { Retrieved, RiskResult } from '../src/riskResult.js';
export type { Invitation } from '../src/staff.js';
export type { CancelSignal, Delivery, Exchange, Post, Transport } from '../src/transport.js';
export type { Warning } from '../src/warnings.js';
export { FailureError, unwrap } from '../src/failure.js';
export { describeProblem } from '../src/inputWords.js';
export { validate } from '../src/problems.js';
export { findWarnings } from '../src/warnings.js';
export {
  type Client,
  type ClientSettings,
  type CommonSettings,
  createClient,
  type HttpSettings,
  type TransportSettings,
} from './client.js';
export { type WaitOptions, waitForResults } from './waitForResults.js';
