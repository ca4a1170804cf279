import { Type } from 'typebox'

export const CarrierBody = Type.Object(
  {
    kind: Type.String({ maxLength: 32 }),
    settings: Type.Record(Type.String(), Type.Unknown()),
    secrets: Type.Optional(Type.Record(Type.String({ maxLength: 64 }), Type.Union([Type.String({ maxLength: 4_096 }), Type.Null()]))),
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
