import { Type } from 'typebox'

const accountId = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])
const words = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50 })

export const NumberBody = Type.Object({ accountId: Type.Optional(accountId) }, { additionalProperties: false })
export const KeywordBody = Type.Object({ accountId: Type.Integer({ minimum: 1 }) }, { additionalProperties: false })
/** What is left out stays as it is. */
export const WordsBody = Type.Object(
  {
    stop: Type.Optional(words),
    start: Type.Optional(words),
    help: Type.Optional(words),
    helpReply: Type.Optional(Type.String({ maxLength: 1_000 })),
  },
  { additionalProperties: false },
)
export const IncomingBody = Type.Object(
  {
    from: Type.String({ maxLength: 50 }),
    to: Type.String({ maxLength: 50 }),
    text: Type.String({ maxLength: 10_000 }),
  },
  { additionalProperties: false },
)
export const WrittenBody = Type.Object(
  {
    to: Type.String({ pattern: '^[ -~]{1,50}$' }),
    text: Type.String({ minLength: 1, maxLength: 10_000 }),
  },
  { additionalProperties: false },
)
