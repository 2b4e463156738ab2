/** The classes of our advisory locks, which all programs on a database have in common. */
export const lockClass = {
  /** A lock for each permit. */
  permit: 7_501_665,
  /** Shared locks of those who send; see `wish`. */
  wish: 7_501_666,
  /** The line before the row of the rate. */
  rate: 7_501_667,
} as const;

/** The locks of the class `wish`. */
export const wish = {
  /** Has something to send. */
  active: 0,
  /** Has something to send, and fewer permits than it may have. */
  hungry: 1,
} as const;
