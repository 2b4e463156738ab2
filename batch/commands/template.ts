import { access } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Command } from 'commander';
import { type AssessmentField, assessmentFields } from '../../src/assessment.js';
import type { Field } from '../../src/field.js';
import { commandLine } from '../output/commandLine.js';
import { exitCodes, messageOf, UsageError } from '../output/errors.js';
import type { TemplateField } from '../template/field.js';
import type { Session } from './session.js';

const defaultFile = 'remote-work-assessment.xlsx';

/** `rwa template [FILE]`: a workbook to fill in. */
export function addTemplate(program: Command, { terminal, end }: Session): void {
  program
    .command('template')
    .description('make a workbook to fill in: headings, help, drop-downs, two example rows')
    .argument('[file]', 'where; never over a file that is there', defaultFile)
    .action(async (file: string) => {
      await refuse(file);
      // exceljs takes longer to load than the other commands take to run.
      const { writeTemplate } = await import('../template/write.js');
      await writeTemplate(file, templateFields()).catch((error: unknown) => {
        const reason =
          (error as NodeJS.ErrnoException).code === 'ENOENT'
            ? 'its folder does not exist'
            : messageOf(error);
        throw new UsageError(`The template ${file} cannot be written: ${reason}.`);
      });
      const check = commandLine(['check', file]);
      terminal.out(
        [
          `Made ${file}. Its two example rows show a trip and a hire: type over them.`,
          `Next: fill in one row for each assessment, save, and run\n  ${check}`,
        ].join('\n'),
      );
      end(exitCodes.done);
    });
}

async function refuse(file: string): Promise<void> {
  if (extname(file).toLowerCase() !== '.xlsx') {
    throw new UsageError(`The template is a workbook: give it a name that ends in .xlsx.`);
  }
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) {
    throw new UsageError(
      `${file} is there already and was left as it is. Give another name: rwa template NAME.xlsx`,
    );
  }
}

/** Values of a trip and of a hire that a person would recognise as examples. */
const examples: Readonly<Record<AssessmentField, readonly [trip: string, hire: string]>> = {
  employeeId: ['00123', '00456'],
  purpose: ['Work From Anywhere', 'Hire From Anywhere'],
  seniority: ['Mid', 'Senior'],
  roleType: ['Other', 'Other'],
  citizenship: ['Germany', 'Brazil'],
  destination: ['Portugal', 'Brazil'],
  residency: ['Germany', 'Brazil'],
  salesContracts: ['No', 'No'],
  pastTripsDuration: ['0', ''],
  legalRight: ['Yes', 'Yes'],
  benefitLocalMarket: ['No', 'No'],
  numberHires: ['', '2'],
  urgency: ['', '1-3 months'],
  startDate: ['2026-11-03', '2027-01-04'],
  endDate: ['2026-11-20', '2027-12-31'],
  workingDays: ['14', ''],
  complianceTeamMemberId: ['', ''],
  managerId: ['', ''],
};

/** The inputs of an assessment as the template shows them. */
export function templateFields(): TemplateField[] {
  return (Object.keys(assessmentFields) as AssessmentField[]).map((name) => {
    const field: Field = assessmentFields[name];
    const { label, help, kind, values } = field;
    return {
      name,
      label,
      help,
      kind: kindOf(kind),
      // Only a choice is a complete list; the service knows more roles, countries and urgencies.
      ...(values === undefined ? {} : kind === 'choice' ? { values } : { suggestions: values }),
      requiredWhen: requiredWhen(field),
      examples: examples[name],
    };
  });
}

function kindOf(kind: Field['kind']): TemplateField['kind'] {
  if (kind === 'dateTime') return 'date';
  return kind === 'choice' || kind === 'integer' ? kind : 'text';
}

function requiredWhen({ required, purpose = '' }: Field): string {
  if (required === 'always') return 'always';
  return required === 'never' ? 'no' : `for ${purpose}`;
}
