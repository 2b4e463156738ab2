"""Uses openpyxl to compare workbooks before and after a write, and prints their first differences.

Takes a JSON file: a list of {name, source, result, sheet, headerRow, headings, rows}. `rows` maps a row
number to the expected values under the headings. Our columns are the columns with these headings. With
`others`, our columns are all columns that have a heading only in the result. Exits with 1 if it finds
a difference, or if openpyxl cannot read any source.
"""

import json
import re
import sys
import warnings
from copy import copy
from zipfile import ZipFile

from openpyxl import load_workbook

warnings.simplefilter("ignore")


# The parts that a write may change: the worksheet, its tables, the workbook (the name of a filter) and the styles.
MAY_CHANGE = re.compile(
    r"(?:.*[/\\])?(?:workbook\.xml|styles\d*\.xml|worksheets[/\\][^/]+\.xml|tables[/\\][^/]+\.xml)$", re.I
)
# Maps each part that a write may add to the existing parts that list it. A workbook without styles gets styles.
PARTS_THAT_LIST_NEW = {"xl/styles.xml": {"[Content_Types].xml", "xl/_rels/workbook.xml.rels"}}


def compare_other_parts(case):
    """Yields a description of each part that differs, although it must be the same byte for byte.

    Also yields a description of new or missing parts that are not allowed, and of changes in more than one
    worksheet.
    """
    with ZipFile(case["source"]) as before, ZipFile(case["result"]) as after:
        old, new = set(before.namelist()), set(after.namelist())
        listed = set().union(*(PARTS_THAT_LIST_NEW.get(name, set()) for name in new - old))
        if not old <= new or not new - old <= set(PARTS_THAT_LIST_NEW):
            yield f"parts are {sorted(new)}"
        changed = {name for name in old & new if before.read(name) != after.read(name)}
        if sum("worksheets" in name for name in changed) > 1:
            yield f"more than one worksheet: {changed}"
        for name in sorted(changed - listed):
            if not MAY_CHANGE.match(name):
                yield f"part {name}"


def to_plain_value(value):
    """Returns the text of an array formula, the range of a data table, and any other value as it is."""
    return getattr(value, "text", None) or getattr(value, "ref", None) or value


def read_style(cell, known):
    """Returns the resolved style of a cell. `known` caches the resolved styles of the workbook."""
    key = tuple(cell._style or ())
    if not key:  # a cell that a merged range covers has no style
        return None
    if key not in known:
        parts = (cell.font, cell.fill, cell.border, cell.alignment, cell.protection)
        known[key] = (cell.number_format, *(repr(copy(part)) for part in parts))
    return known[key]


def read_comment(cell):
    comment = cell.comment
    return comment and (comment.text, comment.author)


def read_sizes(sheet, what, ignored):
    """Returns the size of each row or column, and whether it is hidden.

    Leaves out visible rows or columns of the default size, and the numbers in `ignored`.
    """
    sizes = {}
    if what == "rows":
        for number, row in sheet.row_dimensions.items():
            sizes[number] = (row.height, row.hidden)
    else:
        for column in sheet.column_dimensions.values():
            for number in range(column.min or 1, min(column.max or 1, sheet.max_column) + 1):
                sizes[number] = (column.width, column.hidden)
    defaults = {(None, False), (13, False)}
    return {number: size for number, size in sizes.items() if number not in ignored and size not in defaults}


def find_differences(case, cached):
    """Yields a description of each difference in the worksheets.

    With `cached`, compares the stored values of formulas instead of the formulas.
    """
    before = load_workbook(case["source"], data_only=cached)
    after = load_workbook(case["result"], data_only=cached)
    if before.sheetnames != after.sheetnames:
        yield f"sheets are {after.sheetnames}"
    known_before, known_after = {}, {}
    with ZipFile(case["source"]) as archive:
        # If the workbook had no styles, its cells get a style that differs from openpyxl's default.
        has_styles = any(name.lower().endswith("styles.xml") for name in archive.namelist())
    for sheet in before.worksheets:
        other = after[sheet.title]
        ours = set()
        if sheet.title == case["sheet"]:
            heading_row = other[case["headerRow"]]
            column_by_heading = {cell.value: cell.column for cell in heading_row if cell.value in case["headings"]}
            if len(column_by_heading) != len(case["headings"]):
                yield f"{sheet.title}: headings are {[cell.value for cell in heading_row]}"
                continue
            ours = set(column_by_heading.values())
            if case.get("others"):
                columns_before = {cell.column for cell in sheet[case["headerRow"]] if cell.value is not None}
                ours = {cell.column for cell in heading_row if cell.value is not None} - columns_before
            for number, values in case["rows"].items():
                for heading, expected in zip(case["headings"], values):
                    found = other.cell(int(number), column_by_heading[heading]).value
                    found = found.isoformat() if hasattr(found, "isoformat") else found
                    if isinstance(found, str) and found.startswith("=HYPERLINK("):
                        found = found[len('=HYPERLINK("') : -len('")')]
                    if found != expected:
                        yield f"{sheet.title} {heading} row {number}: {found!r}, not {expected!r}"
        for row in sheet.iter_rows():
            for cell in row:
                if cell.column in ours:
                    continue
                counterpart = other.cell(cell.row, cell.column)
                if to_plain_value(cell.value) != to_plain_value(counterpart.value) or cell.data_type != counterpart.data_type:
                    yield f"{sheet.title}!{cell.coordinate}: {counterpart.value!r}, not {cell.value!r}"
                elif has_styles and read_style(cell, known_before) != read_style(counterpart, known_after):
                    yield f"{sheet.title}!{cell.coordinate}: another style"
                elif read_comment(cell) != read_comment(counterpart):
                    yield f"{sheet.title}!{cell.coordinate}: another comment"
        if sheet.merged_cells.ranges != other.merged_cells.ranges:
            yield f"{sheet.title}: other merged cells"
        if len(sheet._charts) != len(other._charts):
            yield f"{sheet.title}: {len(other._charts)} charts, not {len(sheet._charts)}"
        if sheet.freeze_panes != other.freeze_panes:
            yield f"{sheet.title}: panes are frozen at {other.freeze_panes}"
        for what, ignored in (("rows", set()), ("columns", ours)):
            if read_sizes(sheet, what, ignored) != read_sizes(other, what, ignored):
                yield f"{sheet.title}: other {what}, in size or hidden"


def main():
    failed = compared = 0
    for case in json.load(open(sys.argv[1], encoding="utf8")):
        try:
            load_workbook(case["source"])
        except Exception as error:  # openpyxl cannot read the source
            print(f"not comparable: {case['name']}: {error!r:.100}")
            continue
        compared += 1
        for difference in compare_other_parts(case):
            failed += 1
            print(f"DIFFERS {case['name']}: {difference}")
        for cached in (False, True):
            for difference in list(find_differences(case, cached))[:5]:
                failed += 1
                print(f"DIFFERS {case['name']}: {difference}")
    print(f"openpyxl: {compared} workbooks compared, {failed} differences")
    sys.exit(1 if failed or compared == 0 else 0)


main()
