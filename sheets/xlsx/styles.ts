import { findNumberShape, type NumberShape } from './numberFormats.js';
import {
  getAttribute,
  findChild,
  listChildrenNamed,
  findRoot,
  getSource,
  type XmlElement,
} from './xml/elements.js';

/** The element `xf`, to which cells refer by its index. */
export interface CellStyle {
  readonly xml: string;
  readonly numberFormatId: number;
  readonly shape: NumberShape;
}

export interface Styles {
  readonly xml: string;
  readonly cellStyles: readonly CellStyle[];
  readonly formatCodes: ReadonlyMap<number, string>;
}

export function readStyles(xml: string | undefined): Styles {
  const formatCodes = new Map<number, string>();
  const text = xml ?? '';
  const root = findRoot(text);
  for (const element of listItems(text, root, 'numFmts', 'numFmt')) {
    const id = Number(getAttribute(text, element, 'numFmtId'));
    formatCodes.set(id, getAttribute(text, element, 'formatCode') ?? 'General');
  }
  const shapes = new Map<number, NumberShape>();
  const cellStyles = Array.from(listItems(text, root, 'cellXfs', 'xf'), (element) => {
    const numberFormatId = Number(getAttribute(text, element, 'numFmtId') ?? 0);
    const shape =
      shapes.get(numberFormatId) ??
      findNumberShape(numberFormatId, formatCodes.get(numberFormatId));
    shapes.set(numberFormatId, shape);
    return { xml: getSource(text, element), numberFormatId, shape };
  });
  return { xml: text, cellStyles, formatCodes };
}

function* listItems(
  xml: string,
  root: XmlElement | undefined,
  listName: string,
  itemName: string,
): Generator<XmlElement> {
  const list = root && findChild(xml, root, listName);
  if (list) yield* listChildrenNamed(xml, list, itemName);
}
