export interface ProblemListWords {
  readonly worksheet: string;
  readonly headings: Readonly<
    Record<
      'row' | 'cell' | 'employeeId' | 'column' | 'value' | 'problem' | 'remedy' | 'suggestion',
      string
    >
  >;
}

export const problemList: ProblemListWords = {
  worksheet: 'Problems',
  headings: {
    row: 'Row',
    cell: 'Cell',
    employeeId: 'Employee ID',
    column: 'Column',
    value: 'Value',
    problem: 'What is wrong',
    remedy: 'What to do',
    suggestion: 'Suggestion',
  },
};
