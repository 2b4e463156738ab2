/** The operations on sheets, by their names. */
export type SheetCommand = 'assess' | 'reassess' | 'decide' | 'invite' | 'remove-access';
