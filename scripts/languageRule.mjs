// A local rule for oxlint. `test/structure/language.test.ts` checks Markdown for the same sentences
// and names.

const constructions = [
  [/^(Who|Whoever|Whose|Whatever|Whichever|What)\b(?![^.]*\?)/, 'begin with an actor or a thing'],
  [/^So (many|long|much|often|few|far|old|large|big)\b/, 'name the limit, and why it is this one'],
  [/^(Nobody|Nothing|Somebody|None|Neither|Such)\b/, 'state it positively'],
  [
    /^(One|Those|The ones?) (that|who|which|whose|of)\b|^That (which|of)\b|^Of (a|an|another|the|all|each|these|those|two|its|what)\b/,
    'begin with the noun',
  ],
  [
    /\bsays? (of|that it|so|nothing|which|who|whose|what)\b|\b(is|are|was|were|been) (said|told)\b|\b(as it|they) says?\b|\btells? (of|which|whose|all|that it|nothing|more)\b/,
    'things return, report or contain',
  ],
  [
    /\bstands? (in|on|there|here|beside|for (it|itself|one)|at)\b|\bof (ours|theirs|(its|their) own)\b|\bnone of (its|theirs|it)\b|\b(is|are) none of\b|\b(came|becomes?|became) of\b|\bin (the|its|their) way\b/i,
    'use the plain verb, or "our", "its"',
  ],
  [/\bwhoever\b|\b(as|that|which) nobody\b/, 'name the actor'],
  [
    /\b(is|are|was|were) of (a|an|another|other|the|one|its|these|those|no|all)\b/,
    'say "belongs to" or "has"',
  ],
  [
    /^(Where|Wherever) (it|there|they|a|an|the|no|none|one|nothing|nobody|somebody|all|this|that)\b|, where (there|none|nobody|it|they|one) (is|are|has|have|can)\b/,
    '"if" for a condition',
  ],
];

/** Retired names and their replacements, which may have been renamed since. */
const retired = new Map([
  ['agreeOnLimits', 'upsertLimits'],
  ['asSentBefore', 'withJournalKeys'],
  ['blocksOf', 'chunks'],
  ['columnsAnyway', 'guessColumns'],
  ['comesBefore', 'isAncestor'],
  ['CutShort', 'PartialWriteError'],
  ['FailuresInARow', 'ConsecutiveFailures'],
  ['FollowOthers', 'SharedResultSync'],
  ['foreignId', 'idConflict'],
  ['FreeKeys', 'KeyPool'],
  ['goOnNumbering', 'resetSequences'],
  ['halfForgotten', 'sheetsWithInterruptedDeletion'],
  ['hasNoRole', 'revokeAccess'],
  ['HeldEnd', 'LeaseResult'],
  ['howToGoOn', 'createResumeHint'],
  ['isToldByColumn', 'isCoveredByColumnProblem'],
  ['LeftOutRows', 'SkippedRows'],
  ['LeftSlice', 'ReleasedSlice'],
  ['LikeResults', 'ScoreIndex'],
  ['madeBeside', 'parseCopyName'],
  ['mayBeOurs', 'isOurs'],
  ['MetEmployees', 'SeenEmployees'],
  ['NoPlaceForResults', 'ResultsDoNotFitError'],
  ['OtherRuns', 'ClaimStore'],
  ['PartGone', 'TruncatedFileError'],
  ['placeOfStatus', 'statusProblemOffset'],
  ['planAnew', 'requestReplan'],
  ['ResultWaits', 'PendingResults'],
  ['RowRoom', 'InFlightRows'],
  ['rowsBeyond', 'rowsMissingFromJournal'],
  ['saysNothingElse', 'isPristine'],
  ['saysThatItWasSent', 'looksSent'],
  ['sayThatItLives', 'startHeartbeat'],
  ['StandingNotes', 'StickyMessages'],
  ['takenAway', 'detachFact'],
  ['tellsMore', 'canDisambiguate'],
  ['thrownBy', 'serializeError'],
  ['unlessOneIsWrong', 'whenFieldsValid'],
  ['ValueToSettle', 'UnrecognizedValue'],
  ['verdictOn', 'decideCell'],
  ['WaitingLine', 'WaitQueue'],
  ['whileAway', 'retryWhileUnavailable'],
  ['withTwinKeys', 'assignDuplicateKeys'],
  ['WorkedRows', 'RowsInProgress'],
  ['WrittenBefore', 'CellProvenance'],
]);

/** Finds odd sentences and retired names in a text. Ignores quotations. */
function findOddWords(text) {
  const sentences = text.replaceAll(/"[^"]*"/g, '"…"').split(/(?<=[.!?:;])\s+(?=[A-Z`"“])/);
  const odd = sentences
    // Shorter sentences are mostly labels.
    .filter((sentence) => sentence.split(' ').length > 4)
    .flatMap((sentence) => {
      const found = constructions.find(([pattern]) => pattern.test(sentence));
      return found === undefined ? [] : [`${found[1]}: "${sentence.slice(0, 80)}"`];
    });
  const names = text.match(/\b\w+\b/g) ?? [];
  const retiredNames = names.filter((name) => retired.has(name));
  return [...odd, ...retiredNames.map((name) => `${name} was replaced by ${retired.get(name)}`)];
}

export function findOddProse(source) {
  const prose = source.replaceAll(/```[\s\S]*?```|<!--[\s\S]*?-->|`[^`\n]*`/g, '`code`');
  return prose.split(/\n{2,}|\n(?=[-*|\d])|(?<=^#.*)\n| \| /m).flatMap((block) => {
    if (/^\s*#/.test(block)) return [];
    const text = block.replaceAll(/^[-*>|\s]+|^\d+\.\s/g, '').replaceAll(/\s+/g, ' ');
    return findOddWords(text.replaceAll(/[*_]/g, '').trim());
  });
}

const spreadLiterals = ['SpreadElement', 'JSXSpreadAttribute']
  .flatMap((spread) => [`${spread} > `, `${spread} > TSAsExpression > `])
  .flatMap((parent) => [`${parent}ObjectExpression`, `${parent}ArrayExpression`])
  .join(', ');

/** @type {import('eslint').Rule.RuleModule} */
const rule = {
  meta: { type: 'suggestion', schema: [], messages: { odd: '{{advice}}' } },
  create(context) {
    const { sourceCode } = context;
    const report = (loc, advice) => {
      context.report({ loc, messageId: 'odd', data: { advice } });
    };
    const checkName = ({ loc, name }) => {
      if (retired.has(name)) report(loc, `${name} was replaced by ${retired.get(name)}`);
    };
    const checkFunction = (id) => {
      if (/[a-z]Of$/.test(id?.name)) report(id.loc, `name the function "${id.name}" with a verb`);
    };
    return {
      Program() {
        for (const { loc, text } of joinLines(sourceCode.getAllComments())) {
          for (const advice of findOddWords(text)) report(loc, advice);
        }
      },
      Identifier: checkName,
      FunctionDeclaration: ({ id }) => checkFunction(id),
      'VariableDeclarator[init.type=/Function/]': ({ id }) => checkFunction(id),
      [spreadLiterals]: ({ loc }) =>
        report(loc, 'write the parts out instead of spreading a literal'),
    };
  },
};

function joinLines(comments) {
  const joined = [];
  for (const { type, value, loc } of comments) {
    const last = joined.at(-1);
    const text = value.replaceAll(/\s*\n\s*\*? ?|^\*/g, ' ').trim();
    if (type === 'Line' && last?.type === 'Line' && last.loc.end.line === loc.start.line - 1) {
      last.text += ` ${text}`;
      last.loc = { start: last.loc.start, end: loc.end };
    } else joined.push({ type, text, loc });
  }
  return joined;
}

export default { meta: { name: 'language' }, rules: { plain: rule } };
