import type { Sandbox } from '../../sandbox/sandbox.js';

/** The sandbox's ledger; see sandbox/control/ledger.ts. */
export interface Ledger {
  readonly requests: Record<string, number>;
  readonly commits: Record<string, number>;
  readonly assessments: readonly {
    readonly assessmentId: string;
    readonly employeeId: string;
    readonly status: string;
    readonly note: string;
  }[];
  readonly staff: readonly { readonly staff_id: string; readonly role: string }[];
}

export async function readLedger({ controlUrl }: Pick<Sandbox, 'controlUrl'>): Promise<Ledger> {
  const response = await fetch(`${controlUrl}ledger`);
  return (await response.json()) as Ledger;
}

/** Sets a fault for requests of one operation; see sandbox/control/faultRule.ts. */
export async function setFault(
  { controlUrl }: Pick<Sandbox, 'controlUrl'>,
  rule: { operation: string; fault: string; times?: number; match?: Record<string, string> },
): Promise<void> {
  const response = await fetch(`${controlUrl}faults`, {
    method: 'POST',
    body: JSON.stringify(rule),
  });
  if (!response.ok) throw new Error(await response.text());
}
