import { Type } from 'typebox'
import { lanes } from '../../carriers/carrier.ts'

const Secrets = Type.Record(
  Type.String({ pattern: '^[A-Za-z0-9_-]{1,32}$' }),
  Type.Union([Type.String({ pattern: '^[\\x20-\\x7e]{1,1000}$' }), Type.Null()]),
  {
    additionalProperties: false,
    maxProperties: 16,
  },
)

const share = Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()])

/** What is left out has its default. */
const Health = Type.Object(
  {
    errorsAbove: Type.Optional(share),
    missingAbove: Type.Optional(share),
    minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
    least: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    receiptMinutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_440 })),
    outSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 900 })),
    trialMessages: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  },
  { additionalProperties: false },
)

export const CarrierBody = Type.Object(
  {
    kind: Type.String({ maxLength: 32 }),
    settings: Type.Object({}, { additionalProperties: true }),
    secrets: Type.Optional(Secrets),
    failoverSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
    health: Type.Optional(Health),
  },
  { additionalProperties: false },
)

export const RouteBody = Type.Object(
  {
    carrier: Type.String({ maxLength: 32 }),
    prefix: Type.Optional(Type.String({ pattern: '^[0-9]{0,15}$' })),
    accountId: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    sender: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 15 }), Type.Null()])),
    lane: Type.Optional(Type.Union([...lanes.map((lane) => Type.Literal(lane)), Type.Null()])),
    place: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  },
  { additionalProperties: false },
)
