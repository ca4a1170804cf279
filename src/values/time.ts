/** The time that due dates and validity are measured with. In tests and in the sandbox it can be moved, forward only. */
export interface Clock {
  now(): Date
  /** Calls the listener after every jump, so that whoever sleeps until a time can look again. */
  onMove(listener: () => void): void
}
