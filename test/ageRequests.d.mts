export const agingStatement: string;
export function ageInDataFolder(dataFolder: string): void;
export function ageJournals(folder: string, byMs?: number): void;
