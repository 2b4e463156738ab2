/** The client of the service for people who script in TypeScript. */
export type {
  AssessmentField,
  CreatedAssessment,
  NewAssessment,
  Purpose,
} from '../src/assessment.js';
export type { CallOptions, SendRecord } from '../src/callOptions.js';
export type { ServiceOperations } from '../src/client.js';
export type { ExchangeOutcome, RequestEvent, ResponseEvent } from '../src/clientEvents.js';
export type { Evidence } from '../src/decisionTable.js';
export type { Decision, DecisionStatus } from '../src/decision.js';
export type { Failure, FailureCode, FieldError, Result } from '../src/failure.js';
export type { OperationName, RequestOf } from '../src/operations.js';
export type { Problem, Validated } from '../src/problems.js';
export type { Waited } from '../src/resultPoller.js';
export type { Retrieved, RiskResult } from '../src/riskResult.js';
export type { Invitation } from '../src/staff.js';
export type { CancelSignal, Delivery } from '../src/transport.js';
export type { Warning } from '../src/warnings.js';
export { validate } from '../src/problems.js';
export { warningsOf } from '../src/warnings.js';
export { type Client, type ClientSettings, createClient } from './client.js';
export { type WaitOptions, waitForResults } from './waitForResults.js';
