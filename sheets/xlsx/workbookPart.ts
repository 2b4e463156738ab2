import { SheetError } from '../sheet.js';
import type { Package, Relationship } from './package.js';
import { attribute, childNamed, childrenNamed, rootElement } from './xml/elements.js';

/** A worksheet of the workbook, not a chart sheet or a dialog sheet. */
export interface Worksheet {
  readonly name: string;
  readonly visible: boolean;
  readonly part: string;
  /** The number by which the calculation chain knows the sheet. */
  readonly sheetId: string;
  /** The place among all sheets, by which defined names know it. */
  readonly index: number;
}

/** What the workbook part says, and where the parts around it are. */
export interface WorkbookPart {
  readonly part: string;
  readonly xml: string;
  readonly worksheets: readonly Worksheet[];
  readonly date1904: boolean;
  readonly stylesPart: string | undefined;
  readonly sharedStringsPart: string | undefined;
  readonly calcChainPart: string | undefined;
  /** The workbook is digitally signed, which every change breaks. */
  readonly signed: boolean;
}

/** @throws {SheetError} when the package is not a workbook. */
export async function readWorkbook(parts: Package): Promise<WorkbookPart> {
  const part = await parts.workbookPart();
  const xml = (await parts.text(part)) ?? '';
  const root = rootElement(xml);
  if (root?.name !== 'workbook') {
    throw new SheetError(
      `${parts.fileName} is not an Excel workbook. Save it as "Excel Workbook (.xlsx)" and use ` +
        'that file.',
    );
  }
  const relationships = await parts.relationships(part);
  const partOf = (type: string): string | undefined => {
    const target = relationships.find((relationship) => relationship.type === type)?.target;
    return target !== undefined && parts.archive.entry(target) ? target : undefined;
  };
  const properties = childNamed(xml, root, 'workbookPr');
  const packageRelationships = await parts.relationships('');
  return {
    part,
    xml,
    worksheets: worksheetsOf(xml, relationships),
    date1904: isTrue(properties && attribute(xml, properties, 'date1904')),
    stylesPart: partOf('styles'),
    sharedStringsPart: partOf('sharedStrings'),
    calcChainPart: partOf('calcChain'),
    signed: packageRelationships.some(({ type }) => type === 'origin'),
  };
}

/** `1` and `true` mean the same in XML. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

function worksheetsOf(xml: string, relationships: readonly Relationship[]): Worksheet[] {
  const targets = new Map(
    relationships.filter(({ type }) => type === 'worksheet').map(({ id, target }) => [id, target]),
  );
  const root = rootElement(xml);
  const list = root && childNamed(xml, root, 'sheets');
  if (!list) return [];
  return Array.from(childrenNamed(xml, list, 'sheet')).flatMap((element, index) => {
    const of = (name: string): string => attribute(xml, element, name) ?? '';
    const part = targets.get(of('id'));
    if (part === undefined) return [];
    const visible = of('state') === '' || of('state') === 'visible';
    return [{ name: of('name'), visible, part, sheetId: of('sheetId'), index }];
  });
}
