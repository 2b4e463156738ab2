/**
 * The limits that all processes on one database keep together, as a person has set them at this start. Limits that
 * were not set stay as they are in the database.
 */
export interface LimitSettings {
  /** Requests per second; null for no rate. */
  readonly rate?: number | null | undefined;
  /** The requests that may go out at once after a pause; without it, they are evenly spaced. */
  readonly rateBurst?: number | undefined;
  /** Requests at the same time. */
  readonly concurrency?: number | undefined;
}
