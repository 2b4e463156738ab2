import { SheetError } from '../sheet.js';
import type { Package, Relationship } from './package.js';
import { getAttribute, findChild, listChildrenNamed, findRoot } from './xml/elements.js';

/** A sheet with cells, not a chart sheet or a dialog sheet. */
export interface Worksheet {
  readonly name: string;
  readonly visible: boolean;
  readonly part: string;
  /** The index among all sheets, to which defined names refer. */
  readonly index: number;
}

export interface WorkbookPart {
  readonly part: string;
  readonly xml: string;
  readonly worksheets: readonly Worksheet[];
  readonly date1904: boolean;
  readonly stylesPart: string | undefined;
  readonly sharedStringsPart: string | undefined;
  readonly calcChainPart: string | undefined;
  /** Every change breaks the signature. */
  readonly signed: boolean;
}

/** @throws {SheetError} if the package is not a workbook. */
export async function readWorkbook(parts: Package): Promise<WorkbookPart> {
  const part = await parts.findWorkbookPart();
  const xml = (await parts.readText(part)) ?? '';
  const root = findRoot(xml);
  if (root?.name !== 'workbook') {
    throw new SheetError({ code: 'notWorkbook', file: parts.fileName });
  }
  const relationships = await parts.readRelationships(part);
  const findPart = (type: string): string | undefined => {
    const target = relationships.find((relationship) => relationship.type === type)?.target;
    return target !== undefined && parts.archive.findEntry(target) ? target : undefined;
  };
  const properties = findChild(xml, root, 'workbookPr');
  const packageRelationships = await parts.readRelationships('');
  return {
    part,
    xml,
    worksheets: readWorksheets(xml, relationships),
    date1904: isTrue(properties && getAttribute(xml, properties, 'date1904')),
    stylesPart: findPart('styles'),
    sharedStringsPart: findPart('sharedStrings'),
    calcChainPart: findPart('calcChain'),
    signed: packageRelationships.some(({ type }) => type === 'origin'),
  };
}

export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

function readWorksheets(xml: string, relationships: readonly Relationship[]): Worksheet[] {
  const targets = new Map(
    relationships.filter(({ type }) => type === 'worksheet').map(({ id, target }) => [id, target]),
  );
  const root = findRoot(xml);
  const list = root && findChild(xml, root, 'sheets');
  if (!list) return [];
  return Array.from(listChildrenNamed(xml, list, 'sheet')).flatMap((element, index) => {
    const readAttribute = (name: string): string => getAttribute(xml, element, name) ?? '';
    const part = targets.get(readAttribute('id'));
    if (part === undefined) return [];
    const visible = readAttribute('state') === '' || readAttribute('state') === 'visible';
    return [{ name: readAttribute('name'), visible, part, index }];
  });
}
