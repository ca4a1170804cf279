import { formatMoney, type Money, money } from '../../values/money.ts'
import { phoneHint } from '../../values/phone.ts'
import { bodyHint, Refusal } from '../../values/refusal.ts'
import type { SpendableCredit } from '../balance/index.ts'

/** Where there is an example of everything. */
const reference = '/docs#tag/chat has examples'

export const invalidFormat = (hint = bodyHint) =>
  new Refusal(400, 113, 'Invalid Request Format', { hint: `${hint}; ${reference}` })
export const missingParameter = (name: string) =>
  new Refusal(400, 104, `Missing Required Parameter: ${name}`, {
    hint: `${name} is ${wanted[name] ?? 'needed for this message_type'}; ${reference}`,
  })

const wanted: Readonly<Record<string, string>> = {
  from: 'a text, the name or number of the business',
  to: 'a text, the number of the person, such as "255712345678"',
  channel: 'a text, such as "whatsapp"',
  message_type: 'a text, such as "text", and the message is in the field of that name',
}

export const invalidPhone = () => new Refusal(400, 102, 'Invalid Phone Number', { hint: phoneHint })
export const invalidParameter = (name: string, hint: string) =>
  new Refusal(400, 105, `Invalid Parameter: ${name}`, { hint })
export const transactionUsed = () =>
  new Refusal(409, 105, 'Transaction ID Was Used With Another Message', {
    hint: 'the same transaction_id is for the same message only',
  })
export const noRoute = () =>
  new Refusal(400, 106, 'No Route', {
    hint: 'no such chat channel is set up; NGOMA_STAGING=true sends through the simulated one',
  })
export const insufficientBalance = (price: string, left: string, what = 'this message') =>
  new Refusal(400, 103, 'Insufficient Balance', { hint: `${what} costs ${price}, and ${left} can be spent` })

export const tooExpensive = (what: string, price: Money, { spendable }: SpendableCredit) =>
  insufficientBalance(formatMoney(price), formatMoney(money(spendable > 0n ? spendable : 0n)), what)

/** In the console. */

export const conversationMissing = () =>
  new Refusal(404, 404, 'Conversation Not Found', {
    hint: 'npx ngoma chat list shows those of an account, and so does the page Chat',
  })
