import { exitCodeHelp, exitCodes } from '../output/exitCodes.js';

export const programDescription =
  'Assess the compliance risk of remote hires and work trips, a whole spreadsheet at a time.';

export const programHelp = `
To begin:
  rwa template hires.xlsx            create a workbook to fill in
  rwa check hires.xlsx               list its problems; nothing is sent
  rwa assess hires.xlsx --sandbox    try it; the scores are made up
  rwa assess hires.xlsx --base-url URL --token-file FILE
                                     assess it with the service

Exit codes:
${formatExitCodes().join('\n')}`;

function formatExitCodes(): string[] {
  return Object.entries(exitCodeHelp).map(([name, when]) => {
    const code = exitCodes[name as keyof typeof exitCodes];
    return `  ${String(code).padEnd(4)} ${when}`;
  });
}
