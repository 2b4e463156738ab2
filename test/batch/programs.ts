import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { rwa } from '../../batch/rwa.js';
import { type AssessmentProgram, type Rows, toWorkbook } from '../editedSheet.js';
import { startTestSandbox, type SandboxUnderTest } from '../sandbox/sandboxUnderTest.js';
import { createPerson } from './cli/person.js';
import { toEnv, folderWith } from './cli/rwaUnderTest.js';
import { testFolder } from './testFolder.js';
import { serve } from './server/serveUnderTest.js';

/** Assesses a workbook with the command. The journal is beside the sheet. */
export class CommandProgram implements AssessmentProgram {
  readonly path: string;
  readonly folder = testFolder();
  message = '';
  code = 0;

  constructor(
    readonly service: SandboxUnderTest,
    name = 'hires.xlsx',
  ) {
    this.path = join(this.folder, name);
    writeFileSync(join(this.folder, 'token'), service.sandbox.tokens[0] ?? '', { mode: 0o600 });
  }

  static async begin(): Promise<CommandProgram> {
    return new CommandProgram(await startTestSandbox());
  }

  async assess(workbook: Uint8Array): Promise<Uint8Array> {
    writeFileSync(this.path, workbook);
    await this.send('assess');
    return readFileSync(this.path);
  }

  send(command: string, ...options: string[]): Promise<number> {
    const service = ['--base-url', this.service.sandbox.baseUrl];
    const token = ['--token-file', join(this.folder, 'token')];
    const quick = ['--yes', '--poll-interval', '50ms'];
    return this.type(command, this.path, ...service, ...token, ...quick, ...options);
  }

  async type(...args: string[]): Promise<number> {
    const person = createPerson([]);
    this.code = await rwa(args, person);
    this.message = person.messages.join('\n');
    return this.code;
  }

  async write(rows: Rows): Promise<void> {
    writeFileSync(this.path, await toWorkbook(rows));
  }

  /**
   * Removes the facts about columns from the journal, as if the run had been killed before it wrote
   * them.
   */
  forgetColumns(): void {
    const journal = `${this.path}.rwa-journal.jsonl`;
    const lines = readFileSync(journal, 'utf8').split('\n');
    writeFileSync(journal, lines.filter((line) => !line.includes('"fact":"columns"')).join('\n'));
  }

  /** Deletes the journal, and the backups that prove its existence. */
  loseJournal(): void {
    for (const name of readdirSync(this.folder)) {
      if (/journal|[.]backup-/.test(name)) rmSync(join(this.folder, name));
    }
  }
}

/** Uploads the workbook to the web app for each run, and downloads it afterwards. */
interface PageProgram extends AssessmentProgram {
  /** Continues on a new server with an empty data folder. */
  moveToOtherServer(): Promise<void>;
}

export async function startPageProgram(): Promise<PageProgram> {
  const service = await startTestSandbox();
  let server = await serve(await folderWith(), toEnv(service));
  let count = 0;
  return {
    service,
    async assess(workbook) {
      const { id } = await server.upload(`hires ${++count}.xlsx`, workbook);
      await server.start(id);
      expect((await server.ended(id)).run?.state).toBe('ended');
      const { text } = await server.ask('GET', `/api/sheets/${id}/downloads/workbook`);
      return Buffer.from(text, 'latin1');
    },
    async moveToOtherServer() {
      server = await serve(await folderWith(), toEnv(service));
    },
  };
}
