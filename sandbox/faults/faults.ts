import type { OperationName } from '../../src/operations.js';
import { findMagicEmployee } from '../magicEmployees.js';
import { toText } from '../operations/values.js';
import type { Body } from '../body.js';
import type { Store } from '../store/store.js';
import { type Fault, isFault } from './faultEffects.js';
import { createRandom } from './random.js';

export interface FaultRule {
  readonly operation: OperationName;
  readonly fault: Fault;
  /** The number of matching requests with the fault; by default, all of them. */
  readonly times?: number;
  /** The probability of the fault, above 0 and up to 1, which is the default. */
  readonly probability?: number;
  readonly match?: Readonly<Record<string, string>>;
}

export class Faults {
  readonly #seed: number;
  readonly #seenEmployees: Store['seenEmployees'];
  #rules: FaultRule[] = [];
  #random: () => number;

  constructor(seed: number, seenEmployees: Store['seenEmployees']) {
    this.#seed = seed;
    this.#seenEmployees = seenEmployees;
    this.#random = createRandom(seed);
  }

  get rules(): readonly FaultRule[] {
    return this.#rules;
  }

  add(rule: FaultRule): void {
    this.#rules.push(rule);
  }

  clear(): void {
    this.#rules = [];
  }

  reset(): void {
    this.clear();
    this.#random = createRandom(this.#seed);
  }

  next(operation: OperationName, company: string | undefined, body: Body): Fault | undefined {
    const rule = this.#rules.find((candidate) => this.#doesApply(candidate, operation, body));
    if (rule === undefined) return this.#findMagicFault(operation, company, body);
    if (rule.times !== undefined) {
      const timesLeft = rule.times - 1;
      const index = this.#rules.indexOf(rule);
      this.#rules.splice(index, 1, ...(timesLeft > 0 ? [{ ...rule, times: timesLeft }] : []));
    }
    return rule.fault;
  }

  #doesApply({ operation, probability, match = {} }: FaultRule, requested: string, body: Body) {
    return (
      operation === requested &&
      Object.entries(match).every(([field, value]) => toText(body[field]) === value) &&
      (probability === undefined || this.#random() < probability)
    );
  }

  #findMagicFault(
    operation: OperationName,
    company: string | undefined,
    body: Body,
  ): Fault | undefined {
    if (company === undefined) return undefined;
    const isInvitation = operation === 'create_pending_user';
    if (operation !== 'rwa_create' && !isInvitation) return undefined;
    const staffId = toText(isInvitation ? body.staff_id : body.employeeId);
    const magic = findMagicEmployee(staffId);
    if (magic === undefined || !isFault(magic.effect)) return undefined;
    if (!magic.once) return magic.effect;
    // An assessment and an invitation may have the same ID, and each has the fault once.
    const seenKey = isInvitation ? `${staffId} (invited)` : staffId;
    return this.#seenEmployees.recordFirst(company, seenKey) ? magic.effect : undefined;
  }
}
