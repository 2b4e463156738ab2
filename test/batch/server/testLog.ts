import { onTestFinished, vi } from 'vitest';

/** A line of the log of a server. */
export interface LoggedLine extends Readonly<Record<string, unknown>> {
  readonly level: string;
  readonly msg: string;
  readonly err?: Readonly<Record<string, unknown>>;
}

/** Returns the log lines in the output of a process. */
export function readLog(output: string): LoggedLine[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as LoggedLine);
}

/** Captures the log of this process until the test ends. Returns the list to which its lines are added. */
export function testLog(): LoggedLine[] {
  const lines: LoggedLine[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((written) => {
    lines.push(...readLog(String(written)));
    return true;
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
  return lines;
}
