import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { blocksOf } from '../../docs/blocks.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const index = '/batch/dist/types/batch/index.d.ts';

/** What somebody writes who has nothing but the package: every name comes from it. */
const program = `
import {
  type CallOptions, type Client, type ClientSettings, createClient, type CreatedAssessment,
  type Decision, type Delivery, type ExchangeOutcome, type Failure, type Invitation,
  type NewAssessment, type OperationName, type Problem, type RequestEvent, type ResponseEvent,
  type Result, type Retrieved, type RiskResult, type SendRecord, validate, type Validated,
  type Waited, waitForResults, type WaitOptions, type Warning, warningsOf,
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
  if (!checked.ok) checked.problems.forEach(({ field, remedy }: Problem) => { console.log(field, remedy); });
  warningsOf(input).forEach(({ message }: Warning) => { console.log(message); });
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

export async function others(client: Client, decision: Decision, invitation: Invitation): Promise<string> {
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
// @ts-expect-error what a journal of ours keeps as JSON is not for users
void client.createAssessment('{}');
// @ts-expect-error a setting that there is not
void client.retrieveRiskResult('a-1', { timeout: 5_000 });
void client.close();
`;

/** The examples of docs/typescript.md, each in a scope of its own. */
const pageBlocks = blocksOf('docs/typescript.md').map(({ text }) => `{\n${text}}\n`);
const page = `
import { createClient, type NewAssessment, type SendRecord, waitForResults } from 'remote-work-assessment';
declare const baseUrl: string;
declare const token: string;
declare const id: string;
declare const input: NewAssessment;
declare const client: ReturnType<typeof createClient>;
${pageBlocks.join('')}`;

/** A folder with the package installed, and the program in it. */
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

test('a user’s program needs no name but those of the package', () => {
  // The types of the package are checked as well, and not those that TypeScript brings.
  const checked = compiled
    .getSourceFiles()
    .filter(({ fileName }) => fileName.endsWith('program.ts') || isInPackage(fileName));
  expect(checked.length).toBeGreaterThan(5);
  const told = checked
    .flatMap((file) => ts.getPreEmitDiagnostics(compiled, file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  expect(told).toEqual([]);
});

/** The package's index as the compiler sees it. */
function readIndex() {
  const checker = compiled.getTypeChecker();
  const source = compiled.getSourceFiles().find((file) => file.fileName.endsWith(index));
  const file = source && checker.getSymbolAtLocation(source);
  if (file === undefined) throw new Error('batch/dist/types is missing. Run npm run build first.');
  const behindAlias = (symbol: ts.Symbol) =>
    (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  const exported = checker.getExportsOfModule(file).map(behindAlias);
  return { checker, behindAlias, exported };
}

function isInPackage(fileName: string): boolean {
  return fileName.includes('/batch/dist/types/');
}

/** A type that this package declares, and no parameter of another type. */
function isOurs({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some(
    (each) => isInPackage(each.getSourceFile().fileName) && !ts.isTypeParameterDeclaration(each),
  );
}

test('whatever a public signature names is public, too', () => {
  const { checker, behindAlias, exported } = readIndex();
  const internal = new Set<string>();
  const visit = (node: ts.Node, of: string): void => {
    // What is worked out from a schema shows as what it comes to.
    if (ts.isTypeReferenceNode(node) && node.typeName.getText() === 'z.infer') return;
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      const name = ts.isTypeReferenceNode(node) ? node.typeName : node.expression;
      const symbol = checker.getSymbolAtLocation(name);
      const meant = symbol && behindAlias(symbol);
      const isInternal = meant !== undefined && isOurs(meant) && !exported.includes(meant);
      if (isInternal) internal.add(`${of}: ${name.getText()}`);
    }
    ts.forEachChild(node, (child) => {
      visit(child, of);
    });
  };
  for (const symbol of exported) {
    for (const declaration of symbol.declarations ?? []) visit(declaration, symbol.name);
  }
  expect([...internal]).toEqual([]);
});

test('everything public says what it is', () => {
  const { checker, exported } = readIndex();
  const silent = exported
    .filter((symbol) => symbol.getDocumentationComment(checker).length === 0)
    .map(({ name }) => name);
  expect(silent).toEqual([]);
});
