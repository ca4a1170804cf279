import { Type } from 'typebox'

/** The bodies of the console. */

export const EndBody = Type.Object({
  as: Type.Union([Type.Literal('successful'), Type.Literal('failed')]),
  reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
})

export const TransferByPeopleBody = Type.Object({
  phone: Type.String({ maxLength: 50, description: 'in international format' }),
  amount: Type.String({ maxLength: 50, description: 'a decimal above 0 with at most 2 places' }),
  reference: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'one is made when it is left out' }),
  ),
})

const Secrets = Type.Record(
  Type.String({ pattern: '^[A-Za-z0-9_-]{1,32}$' }),
  Type.Union([Type.String({ pattern: '^[\\x20-\\x7e]{1,1000}$' }), Type.Null()]),
  {
    additionalProperties: false,
  },
)

export const ProviderBody = Type.Object({
  active: Type.Optional(Type.Boolean()),
  settings: Type.Object({}, { additionalProperties: true }),
  secrets: Type.Optional(Secrets),
})
