export function licencesPage(): Promise<string>;
