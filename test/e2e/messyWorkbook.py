"""Writes a typical workbook of a user: rows of people, and other content that must not change.

    python3 messyWorkbook.py PEOPLE.json FILE.xlsx

PEOPLE.json contains {headings, rows}.
"""

import json
import sys
from datetime import date

from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation

HEADING_ROW = 4


def fill_people_sheet(sheet, headings, rows):
    sheet["A1"] = "Remote work, all teams"
    sheet["A1"].font = Font(size=18, bold=True, color="FF1F4E79")
    sheet.merge_cells("A1:H1")
    sheet["A2"] = "Status of"
    sheet["B2"] = date(2026, 11, 23)
    sheet["B2"].number_format = "dddd, d mmmm yyyy"
    for column, heading in enumerate(headings, 1):
        cell = sheet.cell(HEADING_ROW, column, heading)
        cell.font = Font(bold=True, color="FFFFFFFF")
        cell.fill = PatternFill("solid", fgColor="FF1F4E79")
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    for row_number, row in enumerate(rows, HEADING_ROW + 1):
        for column, value in enumerate(row, 1):
            cell = sheet.cell(row_number, column)
            if headings[column - 1].endswith("date") and value:
                value = date.fromisoformat(value)
                cell.number_format = "dd.mm.yyyy"
            cell.value = value
        sheet.cell(row_number, 1).number_format = "@"
        sheet.cell(row_number, 9).number_format = '0 "days"'
    last = HEADING_ROW + len(rows)
    sheet.row_dimensions[HEADING_ROW].height = 31.5
    for row_number in (HEADING_ROW + 2, HEADING_ROW + 5):
        sheet.row_dimensions[row_number].hidden = True
    sheet.column_dimensions["A"].width = 14.25
    sheet.column_dimensions["B"].width = 23
    sheet.column_dimensions["C"].hidden = True
    sheet.freeze_panes = f"B{HEADING_ROW + 1}"
    sheet.cell(HEADING_ROW + 1, 1).comment = Comment("Zoë knows this one", "Ada")
    sheet.cell(HEADING_ROW + 3, 6).comment = Comment("Was Portugal", "Bo")
    sheet.cell(last, 2).border = Border(bottom=Side(style="double"))
    drop_down = DataValidation(type="list", formula1='"Low,Mid,Senior"', allow_blank=True)
    drop_down.add(f"C{HEADING_ROW + 1}:C{last}")
    sheet.add_data_validation(drop_down)
    red = PatternFill("solid", bgColor="FFFFC7CE")
    days = f"I{HEADING_ROW + 1}:I{last}"
    rule = CellIsRule(operator="greaterThan", formula=["20"], fill=red)
    sheet.conditional_formatting.add(days, rule)
    sheet.cell(last + 1, 8, "Total").font = Font(bold=True)
    sheet.cell(last + 1, 9, f"=SUM({days})").font = Font(bold=True)
    sheet.cell(last + 3, 8, "Legend")
    sheet.cell(last + 4, 8, "blue: a heading").fill = PatternFill("solid", fgColor="FF9DC3E6")
    # Cells to the right of the rows, after an empty column.
    beside = len(headings) + 2
    sheet.cell(HEADING_ROW + 1, beside, "Questions?")
    sheet.cell(HEADING_ROW + 2, beside, "Ask HR")
    sheet.column_dimensions[get_column_letter(beside)].width = 31


def fill_summary_sheet(sheet, people, rows):
    first, last = HEADING_ROW + 1, HEADING_ROW + len(rows)
    sheet.append(["Days", f"=SUM('{people}'!I{first}:I{last})"])
    sheet.append(["People", f"=COUNTA('{people}'!A{first}:A{last})"])
    sheet.append(["Spain", f"=COUNTIF('{people}'!$F${first}:$F${last},\"Spain\")"])
    sheet.append(["First", f"='{people}'!A{first}"])
    sheet["B1"].number_format = "#,##0.00"
    chart = BarChart()
    chart.title = "Days abroad"
    chart.add_data(Reference(sheet.parent[people], min_col=9, min_row=HEADING_ROW, max_row=last), titles_from_data=True)
    sheet.add_chart(chart, "D2")


def main(source, target):
    with open(source, encoding="utf-8") as file:
        people = json.load(file)
    book = Workbook()
    book.active.title = "People Q1"
    fill_people_sheet(book.active, people["headings"], people["rows"])
    fill_summary_sheet(book.create_sheet("Summary"), "People Q1", people["rows"])
    book.create_sheet("Notes")["A1"] = "=Summary!B2 & \" people\""
    book.create_sheet("Old").sheet_state = "hidden"
    book.save(target)


main(*sys.argv[1:])
