import { Type } from 'typebox'
import { type CreditProduct, creditProducts } from './rules.ts'

/** The bodies of the console. */

const Product = Type.Unsafe<CreditProduct>({ type: 'string', enum: [...creditProducts] })
const Amount = Type.String({ maxLength: 32 })

export const CreditBody = Type.Object({
  product: Product,
  amount: Amount,
  note: Type.Optional(Type.String({ maxLength: 500, pattern: '^[^\\u0000]*$' })),
})

/** What is left out stays as it is. */

export const PostpaidBody = Type.Object({
  allowPostpaid: Type.Optional(Type.Boolean()),
  postpaidLimit: Type.Optional(Amount),
})

export const RemindersBody = Type.Object({
  creditLevel: Type.Optional(Amount),
  smsReminder: Type.Optional(Type.Boolean()),
  emailReminder: Type.Optional(Type.Boolean()),
  reminderPhone: Type.Optional(Type.String({ maxLength: 20 })),
})
