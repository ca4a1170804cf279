/** Maximum length of an Idempotency-Key, and how long its answer is kept. */
export const keyLengthMax = 255
export const keyHoursKept = 24
