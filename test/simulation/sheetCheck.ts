import { inWords } from '../../batch/cli/wording/wording.js';
import { formatReport } from '../../batch/engine/rows/rowReport.js';
import { riskScores } from '../../src/riskResult.js';
import type { JournalState } from '../../batch/engine/journal/journalState.js';
import { hashAssessment, parseReference } from '../../batch/engine/identity/reference.js';
import { toFollowingKey } from '../../batch/engine/intake/rowKey.js';
import { assess, reassess } from '../../batch/engine/operations/assess.js';
import { BrokenPromise, countTexts, showsSent } from './allowance.js';
import { type Edit, typed } from './events.js';
import { type Machine, readKnown, findRejectedIds } from './machine.js';
import type { Assessment, ServiceModel } from './service.js';
import { readSheetStatus } from './sheetStatus.js';
import { noDate, usersHeadings } from './trips.js';

type Cells = Readonly<Record<string, string>>;

export class SheetCheck {
  readonly #machine: Machine;
  readonly #service: ServiceModel;
  /**
   * IDs that the journal lacks, if the sheet shows them beside other inputs or another assessment's
   * score, or shows only their overall score.
   */
  readonly #undecidable = new Set<string>();
  /** IDs that a person typed. A row with a typed ID may still show the scores of its earlier ID. */
  readonly #typedIds = new Set<string>();
  /** False after the journal was replaced or a newer sheet was accepted: the journal may then lack results. */
  #isComplete = true;
  /** False after the journal was replaced: the next run writes different messages. */
  #hasOwnJournal = true;
  /** True after a row lost its reference. Our message in that row may then be treated as the user's. */
  #isReferenceEmptied = false;

  constructor(machine: Machine, service: ServiceModel) {
    this.#machine = machine;
    this.#service = service;
  }

  /** Call this after a person has changed the sheet or replaced its journal; `known` is the journal's state. */
  noteChange(known: JournalState): void {
    for (const cells of this.#cells()) {
      const id = cells['Assessment ID'] ?? '';
      const assessment = this.#service.find(id);
      if (assessment === undefined) this.#noteLostIds(cells, known);
      if (assessment === undefined || known.findKeyById(id) !== undefined) continue;
      // With a request in the reference, the status shows that the inputs differ. Otherwise, nothing proves the scores.
      const provesRequest = parseReference(cells['Row reference'] ?? '') !== undefined;
      if (cells['Assessment status'] === 'Invalid' && provesRequest) continue;
      const score = cells['Overall trip risk'] ?? '';
      // The ID was typed over another ID, whose score the row still shows.
      const isOverAnother = listScores(cells).some(
        ({ name, label, score }) =>
          isWrittenByRun(label, score) && Number(score) !== assessment.scores[name],
      );
      if (!hasOtherInputs(cells, assessment) && !isOverAnother) continue;
      // Without a score in the row, the run fetches the result, which contains the employee.
      const isOfEmployee = assessment.request.employeeId === cells['Employee ID'];
      if (isOfEmployee || score !== '' || isOverAnother) this.#undecidable.add(id);
    }
  }

  /**
   * Notes the IDs that the journal lacks, if a row without an ID shows their overall score: a
   * person may have typed the score.
   */
  #noteLostIds(cells: Cells, known: JournalState): void {
    for (const { id, scores } of this.#service.assessments) {
      if (scores.overallTrip !== Number(cells['Overall trip risk'])) continue;
      if (known.findKeyById(id) === undefined) this.#undecidable.add(id);
    }
  }

  noteEdit(edit: Edit): void {
    const isTyped = edit.do === 'typeId' && edit.whose !== 'nobodys';
    const cells = 'row' in edit ? (this.#cells()[edit.row] ?? {}) : {};
    const { 'Assessment ID': id = '', 'Row reference': reference = '' } = cells;
    if (isTyped && id !== '') this.noteTypedIds([id]);
    if (edit.do === 'empty' && reference === '') this.#isReferenceEmptied = true;
  }

  noteTypedIds(ids: readonly string[]): void {
    for (const id of ids) this.#typedIds.add(id);
  }

  /** Call this after a person has accepted a newer sheet: the user's numbers may then count as results. */
  noteAccepted(): void {
    this.#isComplete = false;
  }

  /** Call this after the journal was replaced. */
  noteOtherJournal(): void {
    this.#isComplete = this.#hasOwnJournal = false;
  }

  /**
   * Returns true if the sheet shows an assessment of this journal that the journal does not record. A run
   * must then send nothing. Returns false without a journal.
   */
  async isNewerThanJournal(): Promise<boolean> {
    const known = await readKnown(this.#machine.disk);
    if (known.service === undefined) return false;
    const rejected = findRejectedIds(known);
    return this.#cells().some((cells) => {
      const { 'Assessment ID': id = '', 'Row reference': reference = '' } = cells;
      const { journal, assessment } = parseReference(reference) ?? {};
      if (journal !== known.referenceHash || rejected.has(id)) return false;
      const isOwn = id !== '' && assessment === hashAssessment(known.service ?? '', id);
      return isOwn && known.findKeyById(id) === undefined;
    });
  }

  /**
   * Returns a check to call after a run. It throws if a run without a journal sent a row that the sheet
   * shows as sent, or if a run that is not a round sent a row with a remark in place of its ID.
   */
  async watchSentRows(again: boolean): Promise<() => void> {
    const { service } = await readKnown(this.#machine.disk);
    const before = this.#service.assessments.length;
    const isHeld = (cells: Cells) => {
      if (!again && cells['Assessment ID'] === typed['Assessment ID']) return true;
      return service === undefined && showsSent(cells);
    };
    const sendable = countTexts(
      this.#cells().flatMap((cells) => (isHeld(cells) ? [] : (cells['Employee ID'] ?? ''))),
    );
    const inSheet = new Set(this.#cells().map((cells) => cells['Employee ID']));
    return () => {
      const created = this.#service.assessments.slice(before);
      const sent = countTexts(created.map(({ request }) => String(request.employeeId)));
      for (const [employee, count] of sent) {
        // An earlier run's request for a row that is now deleted may arrive late.
        if (count <= (sendable.get(employee) ?? 0) || !inSheet.has(employee)) continue;
        throw new BrokenPromise(
          `A row of ${employee} was sent again, although the sheet shows it as sent.`,
        );
      }
    };
  }

  /**
   * Returns a check to call after a run. It throws if the run gave a row with other inputs an ID
   * that the journal lacks and that another row still shows, or took an ID from the row with its
   * inputs because a row with other inputs and no score shows it too.
   */
  async watchIds(): Promise<() => void> {
    const known = await readKnown(this.#machine.disk);
    const shown = () => this.#cells().map((cells) => cells['Assessment ID'] ?? '');
    const before = shown();
    const rejected = findRejectedIds(known);
    const all = this.#cells();
    const rightfulRows = all.flatMap((cells, index) => {
      const { 'Assessment ID': id = '', 'Assessment status': status } = cells;
      const assessment = this.#service.find(id);
      // Without the journal and the reference, nothing proves which row the assessment belongs to.
      const isProven = known.findKeyById(id) !== undefined || cells['Row reference'] !== '';
      if (!isProven) return [];
      if (status !== 'Scored' || assessment === undefined || rejected.has(id)) return [];
      const others = all.filter((other) => other !== cells && other['Assessment ID'] === id);
      // A person who types the next assessment's ID into another row gives the earlier ones to that row, too.
      const next = known.state(toFollowingKey(id))?.assessmentId;
      if (next !== undefined && all.some((other) => other['Assessment ID'] === next)) return [];
      const isTyped = ({ 'Overall trip risk': score }: Cells) => (score ?? '') === '';
      const isClear = others.every((other) => isTyped(other) && hasOtherInputs(other, assessment));
      return others.length > 0 && isClear && !hasOtherInputs(cells, assessment) ? [index] : [];
    });
    const idsOnlyInSheet = new Set(before.filter((id) => known.findKeyById(id) === undefined));
    return () => {
      const after = shown();
      for (const index of rightfulRows) {
        if (this.#cells()[index]?.['Assessment status'] !== 'Invalid') continue;
        throw new BrokenPromise(`Row ${index + 2} has lost the assessment of its inputs.`);
      }
      for (const [index, id] of after.entries()) {
        if (id === '' || id === before[index] || !idsOnlyInSheet.has(id)) continue;
        const owner = after.findIndex((shownId, at) => shownId === id && before[at] === id);
        const assessment = this.#service.find(id);
        const cells = this.#cells()[index];
        // If one of two identical rows is edited, the other one takes the assessment.
        const isOfInputs =
          assessment !== undefined && cells !== undefined && !hasOtherInputs(cells, assessment);
        if (owner === -1 || isOfInputs) continue;
        throw new BrokenPromise(`A run has given row ${index + 2} the id of row ${owner + 2}.`);
      }
    };
  }

  /** Returns a check to call after a run. It throws if the run changed cells that people wrote. */
  watchUsersCells(): () => void {
    const isKnown: Readonly<Record<string, boolean>> = {
      // Without the journal, a number in a result column counts as a result.
      'Working rights risk': this.#isComplete,
    };
    const watched = Object.entries(typed).filter(([heading]) => isKnown[heading] ?? true);
    const readUsersCells = () => {
      const rows = this.#cells();
      const all = rows.flatMap((cells) => Object.values(cells));
      return JSON.stringify([
        rows.map((cells) => usersHeadings.map((heading) => cells[heading])),
        watched.map(([, text]) => all.filter((cell) => cell === text).length),
      ]);
    };
    const before = readUsersCells();
    return () => {
      if (readUsersCells() !== before)
        throw new BrokenPromise('A run has changed what the user wrote.');
    };
  }

  /** Checks that each row shows the same as `rwa status`, and only scores for its inputs. */
  async check(): Promise<void> {
    const { rows } = await readSheetStatus(this.#machine, assess);
    const roundStatuses = await this.#readRoundStatuses();
    const rejected = findRejectedIds(await readKnown(this.#machine.disk));
    const scored = new Set<string>();
    const hasNoResultColumns = !this.#machine.sheet.headings.includes('Assessment status');
    const all = this.#cells();
    for (const [index, cells] of all.entries()) {
      const { report } = rows[index] ?? {};
      const { 'Assessment status': shown = '', 'Assessment ID': idCell = '' } = cells;
      // A run does not replace a text that a person typed over the ID.
      const id = idCell === typed['Assessment ID'] ? (report?.assessmentId ?? '') : idCell;
      const prefix = `Row ${index + 2} has the status "${shown}"`;
      // An edited row and its copy cannot be distinguished, but only one of them has the assessment.
      if (all.some((other) => other !== cells && isCopy(other, cells))) {
        if (shown !== 'Scored') continue;
        if (scored.has(id))
          throw new BrokenPromise(`${prefix}, with the assessment of another row.`);
        scored.add(id);
        continue;
      }
      // A sheet without sent rows needs no result columns.
      if (hasNoResultColumns && ['Not sent', 'Duplicate'].includes(report?.status ?? '')) continue;
      if (shown !== report?.status) {
        if (this.#isChangedByRun(cells, report?.status)) continue;
        throw new BrokenPromise(
          `${prefix}, and rwa status reports ${report?.status ?? 'nothing'}.`,
        );
      }
      const status = roundStatuses.get(index + 2) ?? shown;
      if (shown !== status) {
        throw new BrokenPromise(`${prefix}, and rwa status --for reassess reports ${status}.`);
      }
      const { message } = formatReport(report, inWords);
      // Two identical rows may show each other's messages.
      const isTwinMessage = all.some((other, at) => {
        if (other === cells || !isTwin(other, cells)) return false;
        if (isSameMessage(other['Assessment message'], message)) return true;
        // A person may have typed over the other message.
        const twin = rows[at]?.report;
        const shownOfTwin = twin && formatReport(twin, inWords).message;
        return isSameMessage(cells['Assessment message'], shownOfTwin);
      });
      if (!isTwinMessage) this.#checkMessage(cells, message, prefix);
      if (
        shown === 'Rejected' &&
        !this.#service.refused.some((refusal) => !hasOtherInputs(cells, refusal))
      ) {
        throw new BrokenPromise(`${prefix}, and its inputs were never refused.`);
      }
      if (shown !== 'Scored') {
        // The message asks the user to clear results that were copied with the ID of another row.
        if (report.message?.code !== 'assessmentInOtherRow') this.#checkOldScores(cells, prefix);
        continue;
      }
      const assessment = this.#service.find(id);
      if (assessment === undefined)
        throw new BrokenPromise(`${prefix} of an assessment that is not there.`);
      const isBesideTyped = this.#typedIds.has(id) && hasOtherInputs(cells, assessment);
      if (!isBesideTyped) this.#checkScores(cells, assessment, prefix);
      // After a person rejected the ID for its own row, this row may show it with its scores.
      else if (!rejected.has(id)) this.#checkOldScores(cells, prefix);
      // A run does not replace the ID that a person typed over that of the row's own assessment.
      const own = isBesideTyped ? (report.assessmentId ?? id) : id;
      if (scored.has(own))
        throw new BrokenPromise(`${prefix}, with the assessment of another row.`);
      scored.add(own);
    }
  }

  /** Returns true if the run itself has changed the status that the next run will show. */
  #isChangedByRun(cells: Cells, currentStatus: string | undefined): boolean {
    const shown = cells['Assessment status'];
    if (shown === 'Invalid' && currentStatus === 'Scored') return this.#hasReceivedScore(cells);
    const isUnconfirmed = shown === 'Unconfirmed' && cells['Assessment ID'] === '';
    return isUnconfirmed && currentStatus === 'Pending' && this.#hasFreeAssessment(cells);
  }

  /**
   * Returns true if the row had a number of unknown origin when the run read it, and the run then
   * received a result with the same number: the next run replaces it.
   */
  #hasReceivedScore(cells: Cells): boolean {
    const { 'Assessment message': message = '' } = cells;
    const score = Number(cells['Overall trip risk']);
    return (
      message.includes('which is not from assessment') &&
      this.#service.assessments.some(({ scores }) => scores.overallTrip === score)
    );
  }

  /**
   * Returns true if the service has an assessment of the row's inputs that no row shows. Another
   * row showed it when the run read the sheet, and got its own assessment in that run: the next run
   * finds it for this row.
   */
  #hasFreeAssessment(cells: Cells): boolean {
    const shown = new Set(this.#cells().map((row) => row['Assessment ID']));
    return this.#service.assessments.some(
      (assessment) => !shown.has(assessment.id) && !hasOtherInputs(cells, assessment),
    );
  }

  /** Returns the statuses of `rwa status --for reassess` by row number; empty before the first round. */
  async #readRoundStatuses(): Promise<ReadonlyMap<number, string>> {
    const { rounds } = await readKnown(this.#machine.disk);
    if (rounds.length === 0) return new Map();
    const { rows } = await readSheetStatus(this.#machine, reassess);
    return new Map(rows.map(({ report }) => [report.row, report.status]));
  }

  #checkMessage(cells: Cells, message: string, prefix: string): void {
    const shown = cells['Assessment message'] ?? '';
    if (this.#isReferenceEmptied && shown !== '') return;
    // The reason why a run did not send a row is not recorded.
    if (cells['Assessment status'] === 'Not sent' || !this.#hasOwnJournal) return;
    if (shown === message || shown === typed['Assessment message']) return;
    // The journal does not record this message, so the next run has only the status.
    if (shown.includes('its Assessment ID is missing')) return;
    // Each message may refer to another one of several identical rows.
    if (this.#refersToTwin(shown, cells) && this.#refersToTwin(message, cells)) return;
    // Each message may refer to another one of several rows that an answer is needed for.
    if (this.#refersToAdvice(shown) && this.#refersToAdvice(message)) return;
    throw new BrokenPromise(`${prefix} with "${shown}", and rwa status has "${message}".`);
  }

  /** Returns true if the message names an identical row, and that row has the same inputs. */
  #refersToTwin(message: string, cells: Cells): boolean {
    const [, number = ''] = /^Identical to row (\d+),/.exec(message) ?? [];
    const twin = this.#cells()[Number(number) - 2];
    return twin !== undefined && usersHeadings.every((name) => twin[name] === cells[name]);
  }

  /** Returns true if the message asks a person to follow that of another row, and that row has one. */
  #refersToAdvice(message: string): boolean {
    const [, number = ''] =
      /^A row was sent before, .* Follow the message in row (\d+), /.exec(message) ?? [];
    const { 'Assessment message': advice = '' } = this.#cells()[Number(number) - 2] ?? {};
    return advice !== '';
  }

  /** Checks that the overall score in a row belongs to the row's inputs. */
  #checkOldScores(cells: Cells, prefix: string): void {
    const score = cells['Overall trip risk'] ?? '';
    const isOfInputs = this.#service.assessments.some(
      (assessment) =>
        !hasOtherInputs(cells, assessment) && assessment.scores.overallTrip === Number(score),
    );
    if (score === '' || isOfInputs || this.#isUndecidable(cells)) return;
    // Without an ID, and with one score overwritten, the other scores cannot be matched to their assessment.
    const { 'Assessment ID': id = '', 'Working rights risk': workingRights } = cells;
    if (this.#service.find(id) === undefined && workingRights === typed['Working rights risk'])
      return;
    throw new BrokenPromise(`${prefix} with the score ${score}, which belongs to other inputs.`);
  }

  /** Returns true if the ID or the score is undecidable. A person may have overwritten the ID, or removed it. */
  #isUndecidable(cells: Cells): boolean {
    const { 'Assessment ID': shown = '', 'Overall trip risk': score } = cells;
    // The row may have a new employee and a new assessment by now, and still show the old score.
    return [...this.#undecidable].some(
      (id) => id === shown || this.#service.find(id)?.scores.overallTrip === Number(score),
    );
  }

  #checkScores(cells: Cells, assessment: Assessment, prefix: string): void {
    if (this.#undecidable.has(assessment.id) || this.#isUndecidable(cells)) return;
    if (hasOtherInputs(cells, assessment)) {
      const { 'Employee ID': employee = '', 'Destination country': country = '' } = cells;
      const { employeeId, destination } = assessment.request;
      throw new BrokenPromise(
        `${prefix} for ${employee}, ${country}, with the score of ${String(employeeId)}, ${String(destination)}.`,
      );
    }
    for (const { name, label, score } of listScores(cells)) {
      if (score !== '' && !isWrittenByRun(label, score)) continue;
      // A score that was emptied and is not in the journal cannot be restored.
      if (score === '' && !this.#isComplete) continue;
      if (score === '' || Number(score) !== assessment.scores[name]) {
        throw new BrokenPromise(`${prefix} with "${score}" as its ${label}, which is not its own.`);
      }
    }
  }

  #cells(): Cells[] {
    const { sheet } = this.#machine;
    return sheet.rows.map((row) => sheet.toRecord(row));
  }
}

function listScores(cells: Cells) {
  return Object.entries(riskScores).map(([name, label]) => {
    const heading = label === 'Payroll tax risk' ? `${label} (assessment)` : label;
    return { name, label, score: cells[heading] ?? '' };
  });
}

function isWrittenByRun(label: string, score: string): boolean {
  return score !== '' && !(label === 'Working rights risk' && score === typed[label]);
}

function isCopy(other: Cells, cells: Cells): boolean {
  const headings = ['Assessment ID', 'Employee ID', 'Destination country', 'Start date'];
  return (
    (cells[headings[0] ?? ''] ?? '') !== '' && headings.every((name) => other[name] === cells[name])
  );
}

/**
 * Returns true for two rows with the same inputs and status, or two unconfirmed rows of one
 * employee.
 */
function isTwin(other: Cells, cells: Cells): boolean {
  const isOpen = cells['Assessment status'] === 'Unconfirmed';
  const names = isOpen ? ['Employee ID'] : usersHeadings;
  return [...names, 'Assessment status'].every((name) => other[name] === cells[name]);
}

/** Returns true if two messages differ at most in whether the inputs have changed. */
function isSameMessage(first = '', second = ''): boolean {
  const withoutChange = (message: string) => message.replace(' The inputs have changed since.', '');
  return withoutChange(first) === withoutChange(second);
}

function hasOtherInputs(cells: Cells, { request }: Pick<Assessment, 'request'>): boolean {
  const { employeeId, destination } = request;
  if (cells['Start date'] === noDate) return true;
  return employeeId !== cells['Employee ID'] || destination !== cells['Destination country'];
}
