export function embedded(
  fields: object,
  examples: object,
): Promise<[file: string, workflow: unknown][]>;
export function inputsOf(fields: object, examples: object): object[];
