import { Type } from 'typebox'

/** The bodies of the console. */

export const SenderBody = Type.Object({
  sender: Type.String({ maxLength: 100 }),
  sampleContent: Type.Optional(Type.String({ maxLength: 1_000 })),
})

const Reason = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })

export const RejectBody = Type.Object({ reason: Reason })
export const DeactivateBody = Type.Object({ reason: Type.Optional(Reason) })
