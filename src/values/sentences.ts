/** Parts of sentences for operators and members. */

/** In GMT, to the minute. */
export const showTime = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} GMT`

/** Appends a reason without its own full stop. */
export const because = (reason: string | null) =>
  reason === null || reason === '' ? '' : `: ${reason.replace(/[.\s]+$/, '')}`
