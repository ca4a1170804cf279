import { Type } from 'typebox'
import { overlapHoursMax } from '../../values/overlap.ts'
import { limitMax, products } from './rules.ts'

/** The shapes of the console's accounts and credentials. */

export const AccountBody = Type.Object({ name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) })

const Product = Type.Unsafe<(typeof products)[number]>({ type: 'string', enum: [...products] })

export const CredentialBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  products: Type.Optional(
    Type.Array(Product, { minItems: 1, maxItems: products.length, description: 'the products it is limited to' }),
  ),
  addresses: Type.Optional(
    Type.Array(Type.String({ maxLength: 50 }), {
      minItems: 1,
      maxItems: 100,
      description: 'the addresses and networks it is limited to',
    }),
  ),
  expiresAt: Type.Optional(Type.String({ format: 'date-time', maxLength: 50 })),
  lenient: Type.Optional(Type.Boolean({ description: 'takes what older clients send' })),
  operator: Type.Optional(Type.Boolean({ description: 'has operator rights; given by operators only' })),
})

export const CredentialChange = Type.Object({ lenient: Type.Boolean({ description: 'takes what older clients send' }) })

const Limit = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: limitMax,
  description: 'null: the default of the settings',
})

export const LimitsBody = Type.Object({ requestsPerSecond: Limit, messagesPerDay: Limit })

export const RotateBody = Type.Object({
  overlapHours: Type.Integer({
    minimum: 0,
    maximum: overlapHoursMax,
    description: 'how long the old one is still taken beside the new one',
  }),
})
