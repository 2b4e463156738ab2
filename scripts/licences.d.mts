/** Returns the text of docs/licences.md. */
export function licencesPage(): Promise<string>;
