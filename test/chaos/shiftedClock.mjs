// Shifts the current time that `Date` returns in a process by RWA_TEST_CLOCK_SHIFT_MS. Preload this
// module with --import.
const shiftMs = Number(process.env.RWA_TEST_CLOCK_SHIFT_MS ?? 0);
const RightDate = Date;

class ShiftedDate extends RightDate {
  constructor(...args) {
    if (args.length === 0) super(ShiftedDate.now());
    else super(...args);
  }

  static now() {
    return RightDate.now() + shiftMs;
  }
}
// `Date()` without `new` returns a string.
globalThis.Date = new Proxy(ShiftedDate, { apply: () => new ShiftedDate().toString() });
