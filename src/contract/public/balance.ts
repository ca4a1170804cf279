import { objectOf, optional } from '../shapes.ts'
import { type Static, Type } from '../type.ts'
import { optionalText } from './shapes.ts'

const Amount = (description: string) => Type.String({ description: `${description}, with four decimal places` })

export const Credit = objectOf({
  credit_bal: Amount('the credit that can be spent, without the amount held for pending messages'),
  credit_level: Amount('the level below which reminders are sent'),
  sms_reminder: Type.Boolean({ description: 'whether reminders are sent by SMS' }),
  email_reminder: Type.Boolean({ description: 'whether reminders are sent by email' }),
  allow_postpaid_limit: Type.Boolean({ description: 'whether credit_bal may fall below zero' }),
  postpaid_limit: Amount('the overdraft limit'),
  chat_session_expiry: Type.String({
    description:
      "for chat: the end of the newest session, 24 hours after the person's last message, in ISO 8601; empty when none is open",
  }),
})
export type Credit = Static<typeof Credit>

export const CreditReply = objectOf({ data: Credit })

const AppText = Type.String({ maxLength: 64 })

export const CreditQuery = Type.Object({
  app_name: AppText,
  user_id: optionalText('the id of another account; only for operators', '1'),
  country: optionalText(
    "a two-letter ISO 3166-1 code; defaults to the account's own. For any other country the amounts are zero",
    'TZ',
  ),
  currency: optionalText(
    "a three-letter ISO 4217 code; defaults to the account's own. For any other currency the amounts are zero",
    'TZS',
  ),
})
export type CreditQuery = Static<typeof CreditQuery>

export const VendorsQuery = Type.Object({ app_name: Type.Optional(AppText) })
export type VendorsQuery = Static<typeof VendorsQuery>

/** The product names of the public API, of which two are settings. */
const AppName = (appNames: readonly string[], description: string, example: string) =>
  Type.Unsafe<string>({ type: 'string', enum: [...appNames], description, examples: [example] })

export const creditQueryOf = (appNames: readonly string[]) =>
  Type.Object({ ...CreditQuery.properties, app_name: AppName(appNames, 'the product', 'SMS') })

export const vendorsQueryOf = (appNames: readonly string[]) =>
  Type.Object({ app_name: Type.Optional(AppName(appNames, 'the product; defaults to SMS', 'USSD')) })

export const SmsCreditReply = objectOf({
  data: objectOf({
    credit_balance: Type.Number(),
    credit_bal: optional(Type.Number(), 'the same value; only with app_name'),
  }),
})
