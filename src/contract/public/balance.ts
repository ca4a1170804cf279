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

const AppText = Type.String({ maxLength: 64 })

export const CreditQuery = Type.Object({
  app_name: AppText,
  user_id: optionalText('another account, by its id; for operators only', '1'),
  country: optionalText(
    "an ISO 3166-1 code of two letters; the account's own when left out, and the amounts in any other are zero",
    'TZ',
  ),
  currency: optionalText(
    "an ISO 4217 code of three letters; the account's own when left out, and the amounts in any other are zero",
    'TZS',
  ),
})
export type CreditQuery = Static<typeof CreditQuery>

export const VendorsQuery = Type.Object({ app_name: Type.Optional(AppText) })
export type VendorsQuery = Static<typeof VendorsQuery>

/** By the names that clients have for the products: two of them are settings. */
const AppName = (appNames: readonly string[], description: string, example: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...appNames], description, examples: [example] })

export const creditQueryOf = (appNames: readonly string[]) =>
  Type.Object({ ...CreditQuery.properties, app_name: AppName(appNames, 'the product', 'SMS') })

export const vendorsQueryOf = (appNames: readonly string[]) =>
  Type.Object({ app_name: Type.Optional(AppName(appNames, 'the product; SMS when left out', 'USSD')) })

export const SmsCreditReply = answerOf({
  data: answerOf({
    credit_balance: Type.Number(),
    credit_bal: Type.Optional(Type.Number({ description: 'the same; only with app_name' })),
  }),
})
