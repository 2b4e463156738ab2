"""Writes a typical workbook of a user: rows of people, and other content that must not change.

    python3 messyWorkbook.py PEOPLE.json FILE.xlsx

PEOPLE.json contains {headings, rows}. The headings are in row 4.
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

TOP = 4


def people_sheet(sheet, headings, rows):
    sheet["A1"] = "Remote work, all teams"
    sheet["A1"].font = Font(size=18, bold=True, color="FF1F4E79")
    sheet.merge_cells("A1:H1")
    sheet["A2"] = "Status of"
    sheet["B2"] = date(2026, 11, 23)
    sheet["B2"].number_format = "dddd, d mmmm yyyy"
    for column, heading in enumerate(headings, 1):
        cell = sheet.cell(TOP, column, heading)
        cell.font = Font(bold=True, color="FFFFFFFF")
        cell.fill = PatternFill("solid", fgColor="FF1F4E79")
        cell.alignment = Alignment(wrap_text=True, vertical="top")
    for number, row in enumerate(rows, TOP + 1):
        for column, value in enumerate(row, 1):
            cell = sheet.cell(number, column)
            if headings[column - 1].endswith("date") and value:
                value = date.fromisoformat(value)
                cell.number_format = "dd.mm.yyyy"
            cell.value = value
        sheet.cell(number, 1).number_format = "@"
        sheet.cell(number, 9).number_format = '0 "days"'
    last = TOP + len(rows)
    sheet.row_dimensions[TOP].height = 31.5
    for number in (TOP + 2, TOP + 5):
        sheet.row_dimensions[number].hidden = True
    sheet.column_dimensions["A"].width = 14.25
    sheet.column_dimensions["B"].width = 23
    sheet.column_dimensions["C"].hidden = True
    sheet.freeze_panes = f"B{TOP + 1}"
    sheet.cell(TOP + 1, 1).comment = Comment("Zoë knows this one", "Ada")
    sheet.cell(TOP + 3, 6).comment = Comment("Was Portugal", "Bo")
    sheet.cell(last, 2).border = Border(bottom=Side(style="double"))
    drop_down = DataValidation(type="list", formula1='"Low,Mid,Senior"', allow_blank=True)
    drop_down.add(f"C{TOP + 1}:C{last}")
    sheet.add_data_validation(drop_down)
    red = PatternFill("solid", bgColor="FFFFC7CE")
    rule = CellIsRule(operator="greaterThan", formula=["20"], fill=red)
    sheet.conditional_formatting.add(f"I{TOP + 1}:I{last}", rule)
    days = f"I{TOP + 1}:I{last}"
    sheet.cell(last + 1, 8, "Total").font = Font(bold=True)
    sheet.cell(last + 1, 9, f"=SUM({days})").font = Font(bold=True)
    sheet.cell(last + 3, 8, "Legend")
    sheet.cell(last + 4, 8, "blue: a heading").fill = PatternFill("solid", fgColor="FF9DC3E6")
    # Beside the rows, with a column between.
    beside = len(headings) + 2
    sheet.cell(TOP + 1, beside, "Questions?")
    sheet.cell(TOP + 2, beside, "Ask HR")
    sheet.column_dimensions[get_column_letter(beside)].width = 31


def summary_sheet(sheet, people, rows):
    first, last = TOP + 1, TOP + len(rows)
    sheet.append(["Days", f"=SUM('{people}'!I{first}:I{last})"])
    sheet.append(["People", f"=COUNTA('{people}'!A{first}:A{last})"])
    sheet.append(["Spain", f"=COUNTIF('{people}'!$F${first}:$F${last},\"Spain\")"])
    sheet.append(["First", f"='{people}'!A{first}"])
    sheet["B1"].number_format = "#,##0.00"
    chart = BarChart()
    chart.title = "Days abroad"
    chart.add_data(Reference(sheet.parent[people], min_col=9, min_row=TOP, max_row=last), titles_from_data=True)
    sheet.add_chart(chart, "D2")


def main(source, target):
    with open(source, encoding="utf-8") as file:
        given = json.load(file)
    book = Workbook()
    book.active.title = "People Q1"
    people_sheet(book.active, given["headings"], given["rows"])
    summary_sheet(book.create_sheet("Summary"), "People Q1", given["rows"])
    book.create_sheet("Notes")["A1"] = "=Summary!B2 & \" people\""
    book.create_sheet("Old").sheet_state = "hidden"
    book.save(target)


main(*sys.argv[1:])
