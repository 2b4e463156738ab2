import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { MadeCorrection, Problem, Sheet } from '../../../contract/shapes.js';
import { nameField } from '../app/fieldNames.js';
import { t } from '../language/language.js';
import { Text } from '../language/Text.js';
import { ActionButton, ActionForm } from '../parts/ActionButton.js';
import { CorrectRow } from './CorrectRow.js';
import {
  correctAll,
  correctRow,
  labelForAll,
  ignoreRows,
  describeUnchangedRows,
} from './correctValue.js';
import { describePerson } from './Person.js';
import { Replacement } from './Replacement.js';
import { RowAnswerButton } from './RowAnswerButton.js';

export interface ProblemProps {
  readonly problem: Problem;
  readonly sheet: Sheet;
  readonly isReading: boolean;
  /** These corrections are empty once the problems of the next reading are loaded. */
  readonly unreadCorrections: readonly MadeCorrection[];
  readonly isDisabled: boolean;
  readonly onCorrected: (sheet: Sheet) => void;
  readonly onAnswered: () => void;
}

export function RowRemedy(props: ProblemProps) {
  const { problem, sheet, isDisabled, onCorrected, onAnswered } = props;
  if (isDisabled) return null;
  const correction = findUnreadCorrection(props);
  if (correction !== undefined) return <UnreadCorrection correction={correction} />;
  const { row, field, kind, key, canBeNewRow, canBeIgnored } = problem;
  const who = describePerson(problem);
  // The problem is listed for the end date, but the start date may be the wrong one.
  const mayConcernAnyInput = field === '' || kind === 'endBeforeStart';
  const ignoreButton = canBeIgnored && (
    <ActionButton
      kind="small"
      label={t(($) => $.row.remedy.ignorePerson, { person: who })}
      act={async () => {
        onCorrected(await ignoreRows(sheet, [row]));
      }}
    >
      {t(($) => $.row.remedy.ignore)}
    </ActionButton>
  );
  return (
    <>
      {canBeNewRow && (
        <div class="mend">
          <RowAnswerButton
            sheet={sheet}
            row={row}
            who={who}
            onAnswered={onAnswered}
            answer="newRow"
            seen={{ key }}
          />
        </div>
      )}
      {field !== '' && (
        <CorrectCellForm problem={problem} sheet={sheet} onCorrected={onCorrected}>
          {ignoreButton}
        </CorrectCellForm>
      )}
      {mayConcernAnyInput && (
        <CorrectRow
          sheet={sheet}
          row={row}
          who={who}
          correct={async (replacement) => {
            onCorrected(await correctRow(sheet, row, replacement));
          }}
        />
      )}
      {field === '' && ignoreButton !== false && <div class="mend">{ignoreButton}</div>}
    </>
  );
}

export function findUnreadCorrection({
  problem,
  unreadCorrections,
}: Pick<ProblemProps, 'problem' | 'unreadCorrections'>): MadeCorrection | undefined {
  return unreadCorrections.findLast(
    ({ field, value, row }) =>
      field === problem.field &&
      value === problem.value &&
      (row === null || (row === problem.row && problem.rows === 1)),
  );
}

export function UnreadCorrection({ correction: { to } }: { correction: MadeCorrection }) {
  return (
    <p>
      <Text
        text={
          to === ''
            ? t(($) => $.row.remedy.removed)
            : t(($) => $.row.remedy.corrected, { value: to })
        }
        elements={{ again: (text) => <span class="muted">{text}</span> }}
      />
    </p>
  );
}

function CorrectCellForm({
  problem,
  sheet,
  onCorrected,
  children,
}: Pick<ProblemProps, 'problem' | 'sheet' | 'onCorrected'> & { children: ComponentChildren }) {
  const { row, rows, field, value, suggestion, rowsAlike, assessedAlike } = problem;
  const label = nameField(field, problem.label);
  const [to, setTo] = useState(suggestion ?? '');
  const who = describePerson(problem);
  const hasSameValue = rowsAlike + assessedAlike > 1;
  // A problem that is listed once for several rows has the button for all rows above the list instead.
  const isForAll = rows === 1 && rowsAlike > 1;
  const correct = async () => {
    onCorrected(await correctRow(sheet, row, { field, value, to }));
  };
  return (
    <>
      {isForAll && assessedAlike > 0 && <p class="muted">{describeUnchangedRows(assessedAlike)}</p>}
      <ActionForm
        act={correct}
        button={t(($) => (hasSameValue ? $.row.remedy.correctOnly : $.row.remedy.correct))}
        label={t(
          ($) => (hasSameValue ? $.row.remedy.correctOnlyInput : $.row.remedy.correctInput),
          { input: label, person: who },
        )}
        isDisabled={to.trim() === ''}
        field={
          <Replacement
            label={t(($) => $.row.remedy.input, { input: label, person: who })}
            value={to}
            entry={problem}
            change={setTo}
          />
        }
      >
        {isForAll && (
          <ActionButton
            kind="small"
            act={async () => {
              onCorrected(await correctAll(sheet, problem, to));
            }}
            isDisabled={to.trim() === ''}
          >
            {labelForAll(problem)}
          </ActionButton>
        )}
        {children}
      </ActionForm>
    </>
  );
}
