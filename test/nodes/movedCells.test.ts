import { describe, expect, test } from 'vitest';
import { EditedSheet, type Face, moves } from '../editedSheet.js';
import { sandboxOfTest } from '../sandbox/sandboxUnderTest.js';
import { ProcessedData } from './processedData.js';
import { runSheet } from './sheets.js';

/** The node in an n8n, which remembers its executions; `moveToOtherN8n` replaces it by one that remembers nothing. */
class NodeFace implements Face {
  #remembered = { processedData: new ProcessedData(), staticData: {}, workflowId: 'one' };

  private constructor(readonly service: Face['service']) {}

  static async begin(): Promise<NodeFace> {
    return new NodeFace(await sandboxOfTest());
  }

  async assess(bytes: Uint8Array): Promise<Uint8Array> {
    const { file } = await runSheet(
      this.service,
      { fileName: 'hires.xlsx', bytes },
      this.#remembered,
    );
    return file.bytes;
  }

  moveToOtherN8n(): void {
    this.#remembered = { processedData: new ProcessedData(), staticData: {}, workflowId: 'two' };
  }
}

const cases = Object.entries(moves);

for (const isElsewhere of [false, true]) {
  describe(`${isElsewhere ? 'another' : 'the same'} n8n gives nobody the scores of others after`, () => {
    test.each(cases)('%s', async (_what, { edit, statuses, statusesWithoutJournal }) => {
      const face = await NodeFace.begin();
      const sheet = await EditedSheet.scored(face);
      edit(sheet);
      const { headings } = sheet;
      if (isElsewhere) face.moveToOtherN8n();
      await sheet.assess();
      const wanted = isElsewhere ? (statusesWithoutJournal ?? statuses) : statuses;
      expect(sheet.column('Assessment status')).toEqual(wanted);
      expect(sheet.headings).toEqual(headings);
      await sheet.expectOwnScores();
    });
  });
}
