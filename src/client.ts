import type { CreatedAssessment, NewAssessment } from './assessment.js';
import type { CallOptions } from './callOptions.js';
import { readMissingResult } from './clientEvents.js';
import { type Decision, createExternalEventId } from './decision.js';
import type { Result } from './failure.js';
import { fail, failWithoutEffect, failInvalid } from './failures.js';
import {
  type Operation,
  type OperationName,
  operations,
  type OperationResponse,
} from './operations.js';
import { validate } from './problems.js';
import type { Retrieved } from './riskResult.js';
import { Sender, type SenderOptions } from './sender.js';
import type { Invitation } from './staff.js';
import { compareDecision, type StateCheck } from './stateCheck.js';

/**
 * Calls resolve to `{ok: true, value}` or `{ok: false, failure}`. They throw the errors of a
 * `SendRecord`, and a RangeError for impossible limits.
 */
export interface ServiceOperations {
  /** Leaves out inputs of the other purpose. */
  createAssessment(
    assessment: NewAssessment,
    options?: CallOptions,
  ): Promise<Result<CreatedAssessment>>;
  /** Returns `ready: false` while the risks are being calculated. */
  retrieveRiskResult(assessmentId: string, options?: CallOptions): Promise<Result<Retrieved>>;
  /** Returns the `externalEventId`, which is generated if none is given. */
  updateAssessment(
    decision: Decision,
    options?: CallOptions,
  ): Promise<Result<{ message: string; externalEventId: string }>>;
  /** Restores the removed account with that email, if there is one. */
  createPendingUser(
    invitation: Invitation,
    options?: CallOptions,
  ): Promise<Result<{ userId: string }>>;
  /** Works only in the test environment. */
  removeUserAccess(staffId: string, options?: CallOptions): Promise<Result<{ role: string }>>;
}

export class Client implements ServiceOperations {
  readonly #isTest: boolean;
  readonly #sender: Sender;

  constructor(options: SenderOptions) {
    this.#isTest = options.baseUrl.isTest;
    this.#sender = new Sender(options);
  }

  createAssessment(
    assessment: NewAssessment,
    options?: CallOptions,
  ): Promise<Result<CreatedAssessment>> {
    return this.#call('rwa_create', { ...assessment }, options);
  }

  async retrieveRiskResult(
    assessmentId: string,
    options?: CallOptions,
  ): Promise<Result<Retrieved>> {
    const result = await this.#call('rwa_retrieve', { assessmentId }, options);
    if (result.ok) {
      // Scores must not end up with another person.
      if (result.value.assessmentId !== assessmentId) {
        const field = 'data.assessmentId';
        return failWithoutEffect('rwa_retrieve', 'contract_violation', 'answered', {
          reason: { code: 'contractBroken', breaches: [{ field, fault: 'ofOtherAssessment' }] },
          field,
        });
      }
      return { ok: true, value: { ready: true, result: result.value } };
    }
    const { code, reason } = result.failure;
    const missing = code === 'refused' ? readMissingResult(reason) : undefined;
    if (missing === 'pending') return { ok: true, value: { ready: false } };
    if (missing === 'not_found') {
      return fail({ ...result.failure, code: 'not_found', remedy: undefined });
    }
    return result;
  }

  async updateAssessment(
    decision: Decision,
    options?: CallOptions,
  ): Promise<Result<{ message: string; externalEventId: string }>> {
    const validated = validate('rwa_update', { ...decision });
    if (!validated.ok) return failInvalid('rwa_update', validated.problems);
    const { request } = validated;
    const externalEventId = request.externalEventId ?? createExternalEventId(request);
    const body = { ...request, externalEventId };
    const result = await this.#sender.send('rwa_update', body, options, {
      check: () => this.#checkDecision(body, options),
      applied: {
        message: 'The answer was lost, but the assessment shows that the decision was recorded.',
      },
    });
    return result.ok ? { ok: true, value: { ...result.value, externalEventId } } : result;
  }

  createPendingUser(
    invitation: Invitation,
    options?: CallOptions,
  ): Promise<Result<{ userId: string }>> {
    return this.#call('create_pending_user', { ...invitation }, options);
  }

  removeUserAccess(staffId: string, options?: CallOptions): Promise<Result<{ role: string }>> {
    return this.#call('remove_user_access', { staff_id: staffId }, options);
  }

  async #call<O extends OperationName>(
    operation: O,
    input: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Result<OperationResponse<O>>> {
    const { testOnly = false }: Operation = operations[operation];
    if (testOnly && !this.#isTest) {
      return failWithoutEffect(operation, 'test_environment_only', 'not_sent', {
        reason: { code: 'testEnvironmentOnly', operation },
      });
    }
    const validated = validate(operation, input);
    return validated.ok
      ? this.#sender.send(operation, validated.request, options)
      : failInvalid(operation, validated.problems);
  }

  async #checkDecision(decision: Decision, options?: CallOptions): Promise<StateCheck> {
    const retrieved = await this.retrieveRiskResult(decision.assessmentId, options);
    if (!retrieved.ok || !retrieved.value.ready) return 'cannot_tell';
    return compareDecision(decision, retrieved.value.result);
  }
}
