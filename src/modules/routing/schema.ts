import { Type } from 'typebox'

const Secrets = Type.Record(Type.String({ pattern: '^[A-Za-z0-9_-]{1,32}$' }), Type.Union([Type.String({ pattern: '^[\\x20-\\x7e]{1,1000}$' }), Type.Null()]), {
  additionalProperties: false,
  maxProperties: 16,
})

export const CarrierBody = Type.Object(
  {
    kind: Type.String({ maxLength: 32 }),
    settings: Type.Object({}, { additionalProperties: true }),
    secrets: Type.Optional(Secrets),
    failoverSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
  },
  { additionalProperties: false },
)

export const RouteBody = Type.Object(
  {
    carrier: Type.String({ maxLength: 32 }),
    prefix: Type.Optional(Type.String({ pattern: '^[0-9]{0,15}$' })),
    accountId: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    place: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  },
  { additionalProperties: false },
)
