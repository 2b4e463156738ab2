import type { Command } from 'commander';
import { loadProgram } from './commands/commandList.js';
import type { Session } from './commands/session.js';

export async function createManPage(version: string): Promise<string> {
  // No action runs here, and only actions use the session.
  const program = await loadProgram({} as Session);
  return [
    `.TH RWA 1 "" ${quote(`rwa ${version}`)} "Remote Work Assessment"`,
    '.SH NAME',
    escape(`rwa - ${program.description()}`),
    '.SH SYNOPSIS',
    '.B rwa',
    escape('command [file] [options]'),
    '.SH DESCRIPTION',
    ...formatText(readTextAfterHelp(program)),
    '.SH COMMANDS',
    ...formatCommands(program),
    '',
  ].join('\n');
}

function formatCommands(parent: Command): string[] {
  const help = parent.createHelp();
  return help.visibleCommands(parent).flatMap((command) => {
    return [
      `.SS ${quote(help.commandUsage(command))}`,
      escape(command.description()),
      ...help.visibleOptions(command).flatMap((option) => {
        if (option.long === '--help') return [];
        const term = `.B ${quote(help.optionTerm(option))}`;
        return ['.TP', term, escape(help.optionDescription(option))];
      }),
      ...formatText(readTextAfterHelp(command)),
      ...formatCommands(command),
    ];
  });
}

function readTextAfterHelp(command: Command): string {
  const printed: string[] = [];
  command.configureOutput({ writeOut: (text) => printed.push(text) }).outputHelp();
  // The first text is the help itself.
  return printed.slice(1).join('');
}

/** Indented lines stay as they are; other lines are filled. */
function formatText(text: string): string[] {
  const blocks = text.trim().split(/\n(?=\n)|(?<=^ .*)\n(?=\S)|(?<=^\S.*)\n(?= )/m);
  return blocks.flatMap((block) => {
    const lines = block.replace(/^\n+/, '').split('\n').map(escape);
    if (lines.every((line) => line === '')) return [];
    return block.trimStart() === block.replace(/^\n+/, '')
      ? ['.PP', ...lines]
      : ['.PP', '.nf', ...lines, '.fi'];
  });
}

function escape(text: string): string {
  return text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replace(/^(?=[.'])/, String.raw`\&`);
}

function quote(text: string): string {
  return `"${escape(text).replaceAll('"', '""')}"`;
}
