import { pickApplicable } from '../../src/assessment.js';
import { riskScores } from '../../src/riskResult.js';

export interface Assessment {
  readonly id: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** The body of the request as it was sent. */
  readonly body: string;
  readonly scores: Readonly<Record<string, number>>;
  readonly readyAtMs: number;
}

type Answer = Readonly<Record<string, unknown>>;

/**
 * A model of the service for one company, with the operations that a bulk assessment needs. It
 * creates an assessment for each create, even for a repeated one, and returns scores some time
 * later. The scores depend on the inputs, so that different inputs rarely have the same scores.
 */
export class ServiceModel {
  readonly assessments: Assessment[] = [];
  /** Requests that a platform in front of the service has refused. */
  readonly refused: Pick<Assessment, 'request'>[] = [];
  readonly #now: () => number;
  readonly #readyAfterMs: () => number;

  constructor(now: () => number, readyAfterMs: () => number) {
    this.#now = now;
    this.#readyAfterMs = readyAfterMs;
  }

  answer(operation: string, body: string): Answer {
    const request = JSON.parse(body) as Readonly<Record<string, unknown>>;
    if (operation === 'rwa_create') return this.#create(request, body);
    if (operation === 'rwa_retrieve') return this.#retrieve(String(request.assessmentId));
    throw new Error(`The model has no operation ${operation}.`);
  }

  find(id: string): Assessment | undefined {
    return this.assessments.find((assessment) => assessment.id === id);
  }

  #create(request: Readonly<Record<string, unknown>>, body: string): Answer {
    const id = `a${this.assessments.length + 1}x${hashText(body)}`;
    const readyAtMs = this.#now() + this.#readyAfterMs();
    this.assessments.push({ id, request, body, scores: deriveScores(request), readyAtMs });
    return {
      status: 'success',
      response: { assessment_id: id, redirect_url: `https://service.example/r/${id}` },
    };
  }

  #retrieve(id: string): Answer {
    const found = this.find(id);
    if (found === undefined) return { status: 'error', success: false, message: 'Not Found' };
    if (found.readyAtMs > this.#now()) {
      return { status: 'error', success: false, message: 'Pending' };
    }
    const { employeeId, purpose } = found.request;
    const result =
      purpose === 'Hire From Anywhere'
        ? { contractorMisclass: 1.5 }
        : { cumulativePeRiskLevel: 'Low' };
    const data = { ...found.scores, ...result, assessmentId: id, employeeId };
    return { status: 'success', data };
  }
}

function deriveScores(request: Readonly<Record<string, unknown>>): Assessment['scores'] {
  const inputs = JSON.stringify(pickApplicable(request));
  return Object.fromEntries(
    Object.keys(riskScores).map((name) => [name, (hashText(name + inputs) % 101) / 10]),
  );
}

/** Returns a number from 0 to 1,000,002 that depends on the whole text. */
function hashText(text: string): number {
  let hash = 7;
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) % 1_000_003;
  return hash;
}
