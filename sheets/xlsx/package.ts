import { SheetError } from '../sheet.js';
import { createDamagedFileError } from './limits.js';
import { getAttribute, listChildrenNamed, findRoot } from './xml/elements.js';
import { decodePart } from './xml/encoding.js';
import type { ZipArchive } from './zip/archive.js';
import type { ZipEntry } from './zip/directory.js';

export interface Relationship {
  readonly id: string;
  /** The last word of the type's URI, which is the same in both OOXML dialects. */
  readonly type: string;
  /** A part's name, or an address outside the package if `external` is true. */
  readonly target: string;
  readonly external: boolean;
}

/** Finds parts through relationships and not by their names. */
export class Package {
  constructor(readonly archive: ZipArchive) {}

  get fileName(): string {
    return this.archive.fileName;
  }

  async readText(partName: string): Promise<string | undefined> {
    const entry = this.archive.findEntry(partName);
    return entry && decodePart(await this.archive.readWhole(entry));
  }

  /** @throws {SheetError} if the part is missing. */
  getEntry(partName: string): ZipEntry {
    const entry = this.archive.findEntry(partName);
    if (entry) return entry;
    throw createDamagedFileError(this.fileName, { code: 'partMissing', part: partName });
  }

  /** Reads the relationships of a part, or of the package itself for `''`. */
  async readRelationships(partName: string): Promise<Relationship[]> {
    const xml = (await this.readText(toRelationshipsPart(partName))) ?? '';
    const root = findRoot(xml);
    if (!root) return [];
    return Array.from(listChildrenNamed(xml, root, 'Relationship'), (element) => {
      const readAttribute = (name: string): string => getAttribute(xml, element, name) ?? '';
      const external = readAttribute('TargetMode') === 'External';
      const target = readAttribute('Target');
      return {
        id: readAttribute('Id'),
        type: readAttribute('Type').split('/').at(-1) ?? '',
        target: external ? target : resolvePart(partName, target),
        external,
      };
    });
  }

  /** @throws {SheetError} if the package has none, or one in the binary format (`.xlsb`). */
  async findWorkbookPart(): Promise<string> {
    const start = await this.readRelationships('');
    const workbook = start.find(({ type }) => type === 'officeDocument')?.target;
    if (workbook?.toLowerCase().endsWith('.bin')) {
      throw new SheetError({ code: 'binaryWorkbook', file: this.fileName });
    }
    if (workbook !== undefined && this.archive.findEntry(workbook)) return workbook;
    throw new SheetError({ code: 'notWorkbook', file: this.fileName });
  }
}

export function toRelationshipsPart(partName: string): string {
  return `${partFolder(partName)}_rels/${partFile(partName)}.rels`;
}

/** Returns the folder of a part with a slash at the end; '' for a part in the package's root. */
export function partFolder(partName: string): string {
  return partName.slice(0, partName.lastIndexOf('/') + 1);
}

export function partFile(partName: string): string {
  return partName.slice(partName.lastIndexOf('/') + 1);
}

function resolvePart(from: string, target: string): string {
  const slashes = target.replaceAll('\\', '/');
  const path = slashes.startsWith('/') ? slashes : partFolder(from) + slashes;
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
