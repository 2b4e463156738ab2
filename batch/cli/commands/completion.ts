import { Argument, type Command } from 'commander';
import { toCommandTree } from '../completion/commandTree.js';
import { completionScripts, type Shell } from '../completion/shells.js';
import type { Session } from './session.js';

export function addCompletion(
  command: Command,
  { terminal }: Session,
  loadProgram: () => Promise<Command>,
): void {
  command
    .addArgument(
      new Argument('<shell>', 'the shell for which to print the script').choices(
        Object.keys(completionScripts),
      ),
    )
    .addHelpText('after', help)
    .action(async (shell: Shell) => {
      terminal.out(completionScripts[shell](toCommandTree(await loadProgram())).trimEnd());
    });
}

const help = `
To complete commands, options and sheets with the Tab key, add one line:
  bash: in ~/.bashrc                source <(rwa completion bash)
  zsh:  in ~/.zshrc, after compinit source <(rwa completion zsh)
  fish: in ~/.config/fish/config.fish
                                    rwa completion fish | source`;
