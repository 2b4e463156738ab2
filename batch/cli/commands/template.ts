import { access } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Command } from 'commander';
import { sanitize } from '../../../src/sanitized.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { operationWords } from '../operations/operations.js';
import { commandLine } from '../output/commandLine.js';
import { exitCodes } from '../output/exitCodes.js';
import { wrapText } from '../output/lines.js';
import { toErrorMessage } from '../../engine/errors.js';
import { createTemplateFields } from '../../template/fields.js';
import type { TemplateField } from '../../template/field.js';
import { addOperationOption, toOperationFlag, type OperationOption } from './options.js';
import type { Session } from './session.js';
import { CommandError } from '../output/commandError.js';

export function addTemplate(command: Command, { terminal, setExitCode }: Session): void {
  command.argument('[file]', 'workbook to create; an existing file is never overwritten');
  addOperationOption(command)
    .addHelpText('after', help)
    .action(async (given: string | undefined, flags: OperationOption) => {
      const operation = flags.for;
      const example = operationWords[operation.command].example;
      const file = given ?? example.file;
      await refuseFile(file, operation);
      // Loaded late, because loading exceljs takes long.
      const { writeTemplate } = await import('../../template/write.js');
      await writeTemplate(file, example.sheet, toTemplateFields(operation)).catch(
        (error: unknown) => {
          const reason =
            (error as NodeJS.ErrnoException).code === 'ENOENT'
              ? 'its folder does not exist'
              : toErrorMessage(error);
          throw new CommandError(`The template ${file} cannot be written: ${reason}.`);
        },
      );
      const check = commandLine(['check', file], toOperationFlag(operation));
      const created = `Created ${sanitize(file)}. Its two example rows show ${example.shows}: replace them with your own.`;
      const next = `Next: fill in one row for each ${operationWords[operation.command].rowNoun}, save, and run`;
      terminal.out(wrapText(`${created}\n${next}`, terminal.width));
      terminal.out(`  ${check}`);
      setExitCode(exitCodes.done);
    });
}

const help = `
Examples:
  rwa template hires.xlsx                   for rwa assess
  rwa template staff.xlsx --for invite
For rwa decide you need no template: add a column Decision to the sheet that rwa
assess has filled in.`;

async function refuseFile(file: string, operation: SheetOperation): Promise<void> {
  if (extname(file).toLowerCase() !== '.xlsx') {
    throw new CommandError(`The template is an Excel workbook: choose a name that ends in .xlsx.`);
  }
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) {
    throw new CommandError(
      `${file} already exists and was not changed. Choose another name: ${commandLine(['template', 'NAME.xlsx'], toOperationFlag(operation))}`,
    );
  }
}

export function toTemplateFields({
  command,
  fields,
}: Pick<SheetOperation, 'command' | 'fields'>): TemplateField[] {
  return createTemplateFields(fields, operationWords[command].example);
}
