import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { readBlocks } from '../../docs/blocks.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const indexPath = '/batch/dist/types/batch/index.d.ts';

const program = `
import {
  type AssessmentFor, type CallOptions, type CommonSettings, type DecisionWith, type Exchange,
  FailureError, type HttpSettings, type Post, type Purpose, type Transport,
  type TransportSettings, unwrap, type Client, type ClientSettings, createClient, type CreatedAssessment,
  type Decision, type Delivery, type ExchangeOutcome, type Failure, type Invitation,
  type NewAssessment, type OperationName, type Problem, type RequestEvent, type ResponseEvent,
  type Result, type Retrieved, type RiskResult, type SendRecord, validate, type Validated,
  type Waited, waitForResults, type WaitOptions, type Warning, describeProblem, findWarnings,
} from 'remote-work-assessment';

const outcomes = new Map<ExchangeOutcome, number>();
const settings: ClientSettings = {
  baseUrl: 'https://example.com/version-test/api/1.1/wf',
  token: 'a-company-token',
  onRequest: ({ operation, attempt, atMs }: RequestEvent) => { console.log(operation, attempt, atMs); },
  onResponse({ outcome, httpStatus = 0, durationMs, context }: ResponseEvent) {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    console.log(httpStatus, durationMs, context);
  },
};
const record: SendRecord = {
  async intend(attempt: number) { console.log(attempt); },
  async release(reason: string) { console.log(reason); },
};
const stop = new AbortController();
const call: CallOptions = { timeoutMs: 5_000, maxAttempts: 2, signal: stop.signal, record, context: 14 };

export async function assess(client: Client, input: NewAssessment): Promise<RiskResult | Failure> {
  const checked: Validated<NewAssessment> = validate('rwa_create', { ...input });
  if (!checked.ok) checked.problems.forEach((problem: Problem) => { console.log(problem.field, describeProblem(problem)); });
  findWarnings(input).forEach((warning: Warning) => { console.log(describeProblem(warning)); });
  const created: Result<CreatedAssessment> = await client.createAssessment(input, call);
  if (!created.ok) return created.failure;
  const waiting: WaitOptions = { intervalMs: 2_000, signal: stop.signal };
  const id: string = created.value.assessmentId;
  const waited: Waited | undefined = (await waitForResults(client, [id], waiting)).get(id);
  if (waited?.outcome === 'ready') return waited.result;
  const retrieved: Result<Retrieved> = await client.retrieveRiskResult(id, { timeoutMs: 1_000 });
  if (retrieved.ok && retrieved.value.ready) return retrieved.value.result;
  throw new Error('no result yet');
}

export async function decideAndInvite(client: Client, decision: Decision, invitation: Invitation): Promise<string> {
  const updated = await client.updateAssessment(decision);
  const invited = await client.createPendingUser(invitation);
  const removed = await client.removeUserAccess('007', { maxAttempts: 1 });
  if (updated.ok) return updated.value.externalEventId;
  if (invited.ok) return invited.value.userId;
  if (removed.ok) return removed.value.role;
  const { operation, delivery }: { operation: OperationName; delivery: Delivery } = updated.failure;
  return operation + delivery;
}

const client = createClient(settings);
// @ts-expect-error an object is required, not its JSON text
void client.createAssessment('{}');
// @ts-expect-error an option that does not exist
void client.retrieveRiskResult('a-1', { timeout: 5_000 });
void client.close();

// A single ID is not a list of IDs, although a string is iterable.
// @ts-expect-error
void waitForResults(client, 'a-1');
void waitForResults(client, new Set(['a-1']));
void waitForResults(client, new Map<string, number>().keys());

// The status determines which people are required.
const assessmentId = 'a-1';
const decisions: Decision[] = [
  { assessmentId, status: 'Pending' },
  { assessmentId, status: 'Manager Approved', managerId: '007' },
  { assessmentId, status: 'Compliance Approved', complianceTeamMemberId: '008', note: 'fine' },
  { assessmentId, status: 'Approved', complianceTeamMemberId: '008' },
  { assessmentId, status: 'Rejected', managerId: '007' },
  { assessmentId, status: 'Rejected', complianceTeamMemberId: '008', managerId: '007' },
  { assessmentId, status: 'Canceled', cancelledByStaffId: '009', externalEventId: 'mine' },
];
// @ts-expect-error
decisions.push({ assessmentId, status: 'Aproved', complianceTeamMemberId: '008' });
// @ts-expect-error
decisions.push({ assessmentId, status: 'Approved', managerId: '007' });
// @ts-expect-error
decisions.push({ assessmentId, status: 'Manager Approved' });
// @ts-expect-error
decisions.push({ assessmentId, status: 'Rejected', cancelledByStaffId: '009' });
// @ts-expect-error
decisions.push({ assessmentId, status: 'Canceled' });
// @ts-expect-error
decisions.push({ status: 'Pending' });
export const canceled: DecisionWith<'Canceled'> = { assessmentId, status: 'Canceled', cancelledByStaffId: '9' };

// The purpose determines the inputs.
const common = {
  employeeId: '00123', seniority: 'Mid', roleType: 'Other', citizenship: 'Spain',
  destination: 'Germany', residency: 'Spain', salesContracts: 'No', legalRight: 'Unsure',
  benefitLocalMarket: 'No', startDate: '2026-12-01T00:00:00.000Z', endDate: '2027-11-30T00:00:00.000Z',
} as const;
const trip: AssessmentFor<'Work From Anywhere'> = { ...common, purpose: 'Work From Anywhere', pastTripsDuration: 0 };
const inputs: NewAssessment[] = [
  trip,
  { ...common, purpose: 'Hire From Anywhere', numberHires: 2, urgency: '1-3 months', workingDays: 4 },
];
// @ts-expect-error
inputs.push({ ...common, purpose: 'Work From Anywhere' });
// @ts-expect-error
inputs.push({ ...common, purpose: 'Hire From Anywhere', numberHires: 2 });
// @ts-expect-error
inputs.push({ ...common, purpose: 'Work From Anywhere', pastTripsDuration: 0, numberHires: 2 });
// @ts-expect-error
inputs.push({ ...trip, salesContracts: 'Unsure' });
// @ts-expect-error
inputs.push({ ...trip, employeeId: 123 });
export function countHires(input: NewAssessment): number {
  const purpose: Purpose = input.purpose;
  // @ts-expect-error
  if (input.purpose === 'Work From Anywhere') return input.numberHires;
  return purpose === 'Hire From Anywhere' && input.purpose === purpose ? input.numberHires : 0;
}

// A custom transport and HTTP have different settings.
const baseUrl: CommonSettings['baseUrl'] = 'https://service.example';
const transport: Pick<Transport, 'post'> = {
  post: (request: Post): Promise<Exchange> => Promise.resolve({ delivery: 'unknown', reason: request.url }),
};
const own: TransportSettings = { baseUrl, transport };
const direct: HttpSettings = { baseUrl, token: 't', proxy: false };
// @ts-expect-error
createClient({ baseUrl });
// @ts-expect-error
createClient({ ...own, token: 't' });
// @ts-expect-error
createClient({ ...own, proxy: 'http://proxy.example:3128' });

export async function createOrGetCode(): Promise<string> {
  await using created = createClient(direct);
  try {
    return unwrap(await created.createAssessment(trip)).assessmentId;
  } catch (error) {
    return error instanceof FailureError ? error.failure.code : '';
  }
}
`;

/** The examples of docs/typescript.md whose marks begin with `client-`, each in a separate scope. */
const pageBlocks = readBlocks('docs/typescript.md')
  .filter(({ triedBy }) => triedBy?.startsWith('client-'))
  .map(({ text }) => `{\n${text}}\n`);
const page = `
import {
  createClient, type Decision, describeProblem, type NewAssessment, type SendRecord, unwrap, validate,
  waitForResults,
} from 'remote-work-assessment';
declare const baseUrl: string;
declare const token: string;
declare const id: string;
declare const input: NewAssessment;
declare const client: ReturnType<typeof createClient>;
${pageBlocks.join('')}`;

/** The folder with the programs, into which the package is linked as if it were installed. */
const folder = mkdtempSync(join(tmpdir(), 'rwa types '));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
mkdirSync(join(folder, 'node_modules'));
symlinkSync(join(root, 'batch'), join(folder, 'node_modules/remote-work-assessment'), 'junction');
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
writeFileSync(join(folder, 'program.ts'), program);
writeFileSync(join(folder, 'page.program.ts'), page);
const sources = ['program.ts', 'page.program.ts'].map((name) => join(folder, name));
const compiled = ts.createProgram(sources, {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
});

test('programs that import only from the package compile', () => {
  // Check the types of the package too, but not TypeScript's own libraries.
  const checked = compiled
    .getSourceFiles()
    .filter(({ fileName }) => fileName.endsWith('program.ts') || isInPackage(fileName));
  expect(checked.length).toBeGreaterThan(5);
  const errors = checked
    .flatMap((file) => ts.getPreEmitDiagnostics(compiled, file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(errors).toEqual([]);
});

/** Returns the type checker, a function that follows aliases, and the exports of the package's index. */
function readIndex() {
  const checker = compiled.getTypeChecker();
  const source = compiled.getSourceFiles().find((file) => file.fileName.endsWith(indexPath));
  const file = source && checker.getSymbolAtLocation(source);
  if (file === undefined) throw new Error('batch/dist/types is missing. Run npm run build first.');
  const resolveAlias = (symbol: ts.Symbol) =>
    (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  const exported = checker.getExportsOfModule(file).map(resolveAlias);
  return { checker, resolveAlias, exported };
}

function isInPackage(fileName: string): boolean {
  return fileName.includes('/batch/dist/types/');
}

/** Returns true for a type that this package declares, except a type parameter. */
function isOurs({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some(
    (declaration) =>
      isInPackage(declaration.getSourceFile().fileName) &&
      !ts.isTypeParameterDeclaration(declaration),
  );
}

test('every type in a public signature is public, except in computed types', () => {
  const { checker, resolveAlias, exported } = readIndex();
  const internal = new Set<string>();
  const visit = (node: ts.Node, owner: string): void => {
    // If a type is inferred from a schema, editors show all its properties.
    if (ts.isTypeReferenceNode(node) && node.typeName.getText() === 'z.infer') return;
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
      const symbol = checker.getSymbolAtLocation(name);
      const target = symbol && resolveAlias(symbol);
      const isInternal = target !== undefined && isOurs(target) && !exported.includes(target);
      if (isInternal) internal.add(`${owner}: ${name.getText()}`);
    }
    ts.forEachChild(node, (child) => {
      visit(child, owner);
    });
  };
  // These types are computed from the fields or from schemas: editors show the resulting types, not the
  // helper types.
  const computed = [
    'AssessmentFor',
    'DecisionWith',
    'Decision',
    'BodyFault',
    'BodyFaults',
    'ConnectionFault',
    'ConnectionFaults',
    'RequestMessage',
    'RequestMessages',
    'RequestRemedies',
    'RequestRemedy',
  ];
  for (const symbol of exported) {
    if (computed.includes(symbol.name)) continue;
    for (const declaration of symbol.declarations ?? []) visit(declaration, symbol.name);
  }
  expect([...internal]).toEqual([]);
});

test('every input and every field of a risk result has a comment that cites the contract', () => {
  const { checker, exported } = readIndex();
  const findByName = (name: string) => exported.filter((symbol) => symbol.name === name);
  const documented = ['NewAssessment', 'Decision', 'Invitation', 'RiskResult'].flatMap(findByName);
  expect(documented).toHaveLength(4);
  const fields = documented.flatMap((symbol) => {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    return (type.isUnion() ? type.types : [type]).flatMap((member) =>
      checker.getPropertiesOfType(member),
    );
  });
  const comments = fields.map((field) => ({
    name: field.name,
    comment: ts.displayPartsToString(field.getDocumentationComment(checker)),
  }));
  expect(new Set(comments.map(({ name }) => name)).size).toBeGreaterThan(30);
  expect(comments.filter(({ comment }) => !/Contract,\s(table\s)?"/.test(comment))).toEqual([]);
});

test('every export of the package has a comment', () => {
  const { checker, exported } = readIndex();
  const undocumented = exported
    .filter((symbol) => symbol.getDocumentationComment(checker).length === 0)
    .map(({ name }) => name);
  expect(undocumented).toEqual([]);
});
