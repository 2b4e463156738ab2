"""Says which errors against the schema of SpreadsheetML a write brought into workbooks.

    python3 schema.py FOLDER_OF_XSD CASES.json    (the folder has sml.xsd and what it imports)

CASES.json is a list of {name, source, result}. Errors that the source has already are not counted;
many programs write some. Exits with 1 when there is a new one.
"""

import collections
import json
import re
import sys
from zipfile import ZipFile

from lxml import etree

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
COMPATIBILITY = "http://schemas.openxmlformats.org/markup-compatibility/2006"
# What the schema knows; a consumer passes over elements and attributes of all others.
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


def without_extensions(root):
    """The part as a program sees it that knows no extensions."""
    elements = [each for each in root.iter() if isinstance(each.tag, str)]
    for element in elements:
        for name in element.attrib:
            if etree.QName(name).namespace not in KNOWN:
                del element.attrib[name]
    for element in elements:
        namespace = etree.QName(element).namespace
        parent = element.getparent()
        if namespace in KNOWN and namespace != COMPATIBILITY:
            continue
        # Anything may stand in an extension.
        if parent is not None and etree.QName(parent).localname != "ext":
            parent.remove(element)
    return etree.fromstring(etree.tostring(root))


def errors(schema, file):
    """Counts the errors of each kind; numbers and long values do not make a kind."""
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
            if schema.validate(without_extensions(root)):
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
        before, after = errors(schema, case["source"]), errors(schema, case["result"])
        new = [key for key in after if key not in before]
        if new:
            wrong += 1
            for part, message in new[:3]:
                print(f"{case['name']}: {part}: {message}")
    print(f"Schema of ECMA-376: {len(cases)} workbooks, {wrong} with new errors")
    return 1 if wrong else 0


sys.exit(main(*sys.argv[1:]))
