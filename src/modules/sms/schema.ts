import { Type } from 'typebox'

/** The bodies of the console. */

export const OptOutBody = Type.Object({
  phone: Type.String({ maxLength: 50, description: 'international format, no leading +' }),
})

export const MoveBody = Type.Object({
  schedule_time: Type.String({
    maxLength: 40,
    description: 'yyyy-mm-dd hh:mm, GMT+0, or ISO 8601 with a zone; empty: now',
  }),
})

export const WindowBody = Type.Union([
  Type.Object({
    from: Type.String({ maxLength: 5, description: 'hh:mm, in the time of the recipient' }),
    to: Type.String({ maxLength: 5, description: 'hh:mm; one before from is on the next day' }),
  }),
  Type.Null(),
])
