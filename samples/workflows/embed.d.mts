export function embedded(fields: object): Promise<[file: string, workflow: unknown][]>;
