import { type Static, Type } from 'typebox'
import { answerOf } from '../shapes.ts'
import { optionalText } from './shapes.ts'

const Amount = (description: string) => Type.String({ description: `${description}, with four decimals` })

export const Credit = answerOf({
  credit_bal: Amount('what can be spent: what is set aside for messages on their way is taken off'),
  credit_level: Amount('below it reminders go out'),
  sms_reminder: Type.Boolean({ description: 'they go out by SMS' }),
  email_reminder: Type.Boolean({ description: 'they go out by e-mail' }),
  allow_postpaid_limit: Type.Boolean({ description: 'credit_bal may go below zero' }),
  postpaid_limit: Amount('how far it may then'),
  chat_session_expiry: Type.String({
    description:
      'of chat: when the newest session ends, 24 hours after the person last wrote; an ISO time, empty when none is open',
  }),
})
export type Credit = Static<typeof Credit>

export const CreditReply = answerOf({ data: Credit })

export const CreditQuery = Type.Object({
  app_name: Type.String(),
  user_id: optionalText('another account, by its id; for operators only', '1'),
  country: optionalText('two letters, as ISO 3166-1 has them; balances are the same in all countries', 'TZ'),
  currency: optionalText("three letters, as ISO 4217 has them; the account's own when left out", 'TZS'),
})
export type CreditQuery = Static<typeof CreditQuery>

/** With the names of the products: two of them are settings. */
export const creditQueryOf = (appNames: readonly string[], example: string) =>
  Type.Object({
    ...CreditQuery.properties,
    app_name: Type.Unsafe<string>({
      type: 'string',
      enum: [...appNames],
      description: 'the product',
      examples: [example],
    }),
  })

export const SmsCreditReply = answerOf({ data: answerOf({ credit_balance: Type.Number() }) })
