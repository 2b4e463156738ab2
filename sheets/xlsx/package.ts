import { SheetError } from '../sheet.js';
import { damaged } from './limits.js';
import { attribute, childrenNamed, rootElement } from './xml/elements.js';
import { decodePart } from './xml/encoding.js';
import type { ZipArchive } from './zip/archive.js';
import type { ZipEntry } from './zip/directory.js';

/** A link from one part of a package to another. */
export interface Relationship {
  readonly id: string;
  /** The last word of the type's address, such as `worksheet`; the same in both OOXML dialects. */
  readonly type: string;
  /** The target part's name; an address outside the package when `external`. */
  readonly target: string;
  readonly external: boolean;
}

/** The parts of a workbook package, found through relationships and never by their names. */
export class Package {
  constructor(readonly archive: ZipArchive) {}

  get fileName(): string {
    return this.archive.fileName;
  }

  /** A small part's text; `undefined` when there is no such part. */
  async text(partName: string): Promise<string | undefined> {
    const entry = this.archive.entry(partName);
    return entry && decodePart(await this.archive.readWhole(entry));
  }

  /** A part that others refer to, so it must be there. */
  entry(partName: string): ZipEntry {
    const entry = this.archive.entry(partName);
    if (entry) return entry;
    throw damaged(this.fileName, `its part ${partName} is missing`);
  }

  /** The relationships that start from a part; from the package itself for `''`. */
  async relationships(partName: string): Promise<Relationship[]> {
    const xml = (await this.text(relationshipsPart(partName))) ?? '';
    const root = rootElement(xml);
    if (!root) return [];
    return Array.from(childrenNamed(xml, root, 'Relationship'), (element) => {
      const of = (name: string): string => attribute(xml, element, name) ?? '';
      const external = of('TargetMode') === 'External';
      return {
        id: of('Id'),
        type: of('Type').split('/').at(-1) ?? '',
        target: external ? of('Target') : resolvePart(partName, of('Target')),
        external,
      };
    });
  }

  /** The name of the workbook part. @throws {SheetError} when the package is something else. */
  async workbookPart(): Promise<string> {
    const start = await this.relationships('');
    const workbook = start.find(({ type }) => type === 'officeDocument')?.target;
    if (workbook?.toLowerCase().endsWith('.bin')) {
      throw new SheetError(
        `${this.fileName} is a binary workbook (.xlsb). Open it in Excel, save it as "Excel ` +
          'Workbook (.xlsx)", and use that file.',
      );
    }
    if (workbook !== undefined && this.archive.entry(workbook)) return workbook;
    throw new SheetError(
      `${this.fileName} is not an Excel workbook. Open it in your spreadsheet program, save it ` +
        'as "Excel Workbook (.xlsx)", and use that file.',
    );
  }
}

/** Where a part's relationships are kept. */
export function relationshipsPart(partName: string): string {
  return `${folderOf(partName)}_rels/${fileOf(partName)}.rels`;
}

/** The folder of a part, with a slash at the end; empty for a part in the package's root. */
export function folderOf(partName: string): string {
  return partName.slice(0, partName.lastIndexOf('/') + 1);
}

/** A part's name without its folder. */
export function fileOf(partName: string): string {
  return partName.slice(partName.lastIndexOf('/') + 1);
}

function resolvePart(from: string, target: string): string {
  const slashes = target.replaceAll('\\', '/');
  const path = slashes.startsWith('/') ? slashes : folderOf(from) + slashes;
  const resolved: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') resolved.pop();
    else if (step !== '' && step !== '.') resolved.push(step);
  }
  return decodeName(resolved.join('/'));
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
