/** The bounds of an Idempotency-Key: its length, and how long its answer is kept. */
export const keyLengthMax = 255
export const keyHoursKept = 24
