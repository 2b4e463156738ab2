"""Validates workbooks against the schema of SpreadsheetML, and prints the errors that a write has added.

    python3 schema.py FOLDER_OF_XSD CASES.json    (the folder contains sml.xsd and the files that it imports)

CASES.json is a list of {name, source, result}. Ignores errors that the source also has, because
many programs write invalid parts. Prints at most three errors for each workbook. Exits with 1 if there is a new error.
"""

import collections
import json
import re
import sys
from zipfile import ZipFile

from lxml import etree

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
# The namespaces of the schema. Programs ignore elements and attributes from other namespaces.
KNOWN = {
    None,
    MAIN,
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing",
    "http://www.w3.org/XML/1998/namespace",
}
PARTS = re.compile(
    r"(worksheets/[^/]+|styles\d*|[/\\]workbook|tables/[^/]+|sharedStrings|calcChain)\.xml$", re.I
)


def remove_extensions(root):
    """Returns the part without elements and attributes from namespaces outside the schema."""
    elements = [element for element in root.iter() if isinstance(element.tag, str)]
    for element in elements:
        for name in element.attrib:
            if etree.QName(name).namespace not in KNOWN:
                del element.attrib[name]
    for element in elements:
        namespace = etree.QName(element).namespace
        parent = element.getparent()
        if namespace in KNOWN:
            continue
        # The schema allows any element in `ext`.
        if parent is not None and etree.QName(parent).localname != "ext":
            parent.remove(element)
    return etree.fromstring(etree.tostring(root))


def count_errors(schema, file):
    """Counts the errors by part and message.

    Numbers in the names of parts become N, and long values become an ellipsis. Skips parts in the strict
    format.
    """
    found = collections.Counter()
    with ZipFile(file) as archive:
        for name in archive.namelist():
            if not PARTS.search(name):
                continue
            part = re.sub(r"\d+", "N", name.replace("\\", "/"))
            try:
                root = etree.fromstring(archive.read(name), etree.XMLParser(huge_tree=True))
            except etree.XMLSyntaxError as error:
                found[(part, str(error)[:80])] += 1
                continue
            if etree.QName(root).namespace == STRICT:
                continue
            if schema.validate(remove_extensions(root)):
                continue
            for error in schema.error_log:
                found[(part, re.sub(r"'[^']{30,}'", "'…'", error.message)[:200])] += 1
    return found


def main(folder, cases_file):
    schema = etree.XMLSchema(etree.parse(f"{folder}/sml.xsd"))
    with open(cases_file, encoding="utf-8") as file:
        cases = json.load(file)
    wrong = 0
    for case in cases:
        before, after = count_errors(schema, case["source"]), count_errors(schema, case["result"])
        new = list(after - before)
        if new:
            wrong += 1
            for part, message in new[:3]:
                print(f"{case['name']}: {part}: {message}")
    print(f"Schema of ECMA-376: {len(cases)} workbooks, {wrong} with new errors")
    return 1 if wrong else 0


sys.exit(main(*sys.argv[1:]))
