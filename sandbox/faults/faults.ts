import type { OperationName } from '../../src/operations.js';
import { magicEmployee } from '../magicEmployees.js';
import { textOf } from '../operations/values.js';
import type { Body } from '../body.js';
import type { Store } from '../store/store.js';
import { type Fault, isFault } from './faultEffects.js';
import { randomOf } from './random.js';

/** Which requests a fault applies to. */
export interface FaultRule {
  readonly operation: OperationName;
  readonly fault: Fault;
  /** How many requests it hits; without it, all. */
  readonly times?: number;
  /** The share of the matching requests that it hits, above 0 up to 1; without it, all. */
  readonly probability?: number;
  /** Values that fields of the request must have. */
  readonly match?: Readonly<Record<string, string>>;
}

/** The fault rules, in memory only, and the faults of the magic employees. */
export class Faults {
  readonly #seed: number;
  readonly #met: Store['met'];
  #rules: FaultRule[] = [];
  #random: () => number;

  constructor(seed: number, met: Store['met']) {
    this.#seed = seed;
    this.#met = met;
    this.#random = randomOf(seed);
  }

  get rules(): readonly FaultRule[] {
    return this.#rules;
  }

  add(rule: FaultRule): void {
    this.#rules.push(rule);
  }

  /** Removes all rules. */
  clear(): void {
    this.#rules = [];
  }

  /** Removes all rules, as after the start. The store forgets the magic employees that were seen. */
  reset(): void {
    this.clear();
    this.#random = randomOf(this.#seed);
  }

  /** The fault that this request meets: the first rule that hits it, else its employee's magic. */
  next(operation: OperationName, company: string | undefined, body: Body): Fault | undefined {
    const rule = this.#rules.find((candidate) => this.#hits(candidate, operation, body));
    if (rule === undefined) return this.#magic(operation, company, body);
    if (rule.times !== undefined) {
      const left = rule.times - 1;
      const index = this.#rules.indexOf(rule);
      this.#rules.splice(index, 1, ...(left > 0 ? [{ ...rule, times: left }] : []));
    }
    return rule.fault;
  }

  #hits({ operation, probability, match = {} }: FaultRule, requested: string, body: Body) {
    return (
      operation === requested &&
      Object.entries(match).every(([field, value]) => textOf(body[field]) === value) &&
      (probability === undefined || this.#random() < probability)
    );
  }

  #magic(operation: OperationName, company: string | undefined, body: Body): Fault | undefined {
    if (company === undefined) return undefined;
    const isInvitation = operation === 'create_pending_user';
    if (operation !== 'rwa_create' && !isInvitation) return undefined;
    const staffId = textOf(isInvitation ? body.staff_id : body.employeeId);
    const magic = magicEmployee(staffId);
    if (magic === undefined || !isFault(magic.effect)) return undefined;
    if (!magic.once) return magic.effect;
    // The same person may be assessed and invited.
    const met = isInvitation ? `${staffId} (invited)` : staffId;
    return this.#met.meet(company, met) ? magic.effect : undefined;
  }
}
