import type {
  IExecuteFunctions,
  INodeProperties,
  INodePropertyMode,
  INodePropertyRegexValidation,
} from 'n8n-workflow';
import { expect, test } from 'vitest';
import { RemoteWorkAssessmentApi } from '../../credentials/RemoteWorkAssessmentApi.credentials.js';
import { RwaAssessSheet } from '../../nodes/RwaAssessSheet/RwaAssessSheet.node.js';
import { createNodeError } from '../../nodes/shared/nodeError.js';
import { getProspects } from '../../src/failures.js';
import { type FailureCode, hints } from '../../src/failure.js';
import { type OperationName, operations } from '../../src/operations.js';
import { nodes } from './nodes.js';

/** Returns the texts of parameters in the editor. Equal lines of a parameter's variants are listed once. */
function listTexts(properties: readonly INodeProperties[], indent = '  '): string[] {
  const texts = Map.groupBy(properties, ({ name }) => name);
  return Array.from(texts.values()).flatMap((variants) => [
    ...new Set(variants.flatMap((variant) => listTextsOfProperty(variant, indent))),
  ]);
}

function listTextsOfProperty(property: INodeProperties, indent: string): string[] {
  const { displayName, description, hint, placeholder, type, options = [], modes = [] } = property;
  const isForModel = property.name === 'toolDescription';
  const isCollection = type === 'collection';
  const names = isCollection ? [] : options.map(({ name }) => name);
  return [
    `${indent}${type === 'notice' ? 'Notice' : displayName}`,
    ...(type === 'notice' ? [`${indent}  ${displayName}`] : []),
    ...(description === undefined ? [] : [`${indent}  ${description}`]),
    ...(isForModel ? [`${indent}  Default: ${property.default as string}`] : []),
    ...(hint === undefined ? [] : [`${indent}  Hint: ${hint}`]),
    ...(placeholder === undefined ? [] : [`${indent}  Placeholder: ${placeholder}`]),
    ...(names.length === 0 ? [] : [`${indent}  Options: ${names.join(', ')}`]),
    ...modes.flatMap((mode) => listTextsOfMode(mode, `${indent}  `)),
    ...(isCollection ? listTexts(options as INodeProperties[], `${indent}  `) : []),
  ];
}

function listTextsOfMode(mode: INodePropertyMode, indent: string): string[] {
  const { displayName, hint, placeholder, validation = [] } = mode;
  return [
    `${indent}Mode: ${displayName}`,
    ...(hint === undefined ? [] : [`${indent}  Hint: ${hint}`]),
    ...(placeholder === undefined ? [] : [`${indent}  Placeholder: ${placeholder}`]),
    ...(validation as INodePropertyRegexValidation[]).map(
      ({ properties }) => `${indent}  Refused: ${properties.errorMessage}`,
    ),
  ];
}

/** Codes that failures of an operation with the effect `once` never have. */
const onlyForRepeatable: ReadonlySet<FailureCode> = new Set([
  'no_answer',
  'contract_violation',
  'not_found',
]);

/**
 * Returns a line for each code: the message of an item's error, and the text that n8n shows below it. If the
 * effect is `once`, leaves out {@link onlyForRepeatable}.
 */
function listAdvice(operation: OperationName, isContinuing: boolean): string[] {
  const context = {
    getNode: () => ({ name: 'node', type: 'node', parameters: {} }),
    getNodeParameter: () => 'E-1',
    continueOnFail: () => isContinuing,
  } as unknown as IExecuteFunctions;
  const isOnce = operations[operation].effect === 'once';
  const codes = (Object.keys(hints) as FailureCode[]).filter(
    (code) => !isOnce || !onlyForRepeatable.has(code),
  );
  return codes.map((code) => {
    const failure = {
      code,
      operation,
      delivery: 'answered' as const,
      message: 'What happened.',
      reason: { code: 'service', text: 'What happened.' } as const,
      ...getProspects(operation, code, code === 'already_sent'),
      hint: hints[code],
    };
    const { message, description } = createNodeError({ context, operation }, failure, 6);
    return `  ${code}: ${message} | ${description ?? ''}`;
  });
}

test('the nodes, the credential and the errors are worded as in wording.txt', async () => {
  const shown = [
    ...[new RwaAssessSheet(), ...Object.values(nodes)].flatMap(
      ({ description: { displayName, description, properties } }) => [
        displayName,
        `  ${description}`,
        ...listTexts(properties),
        '',
      ],
    ),
    new RemoteWorkAssessmentApi().displayName,
    ...listTexts(new RemoteWorkAssessmentApi().properties),
    ...(['rwa_create', 'create_pending_user', 'rwa_update'] as const).flatMap((operation) => [
      '',
      `Errors of ${operation}`,
      ...listAdvice(operation, false),
    ]),
    '',
    'Errors of rwa_create in a node that continues',
    ...listAdvice('rwa_create', true),
  ];
  await expect(`${shown.join('\n')}\n`).toMatchFileSnapshot('wording.txt');
});
