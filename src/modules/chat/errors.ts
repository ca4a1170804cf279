import { formatMoney, type Money, money } from '../../values/money.ts'
import { phoneHint } from '../../values/phone.ts'
import { bodyHint, Refusal, refuse } from '../../values/refusal.ts'
import type { SpendableCredit } from '../balance/index.ts'

const reference = 'see the examples in /docs#tag/chat'

export const invalidFormat = (hint = bodyHint) =>
  new Refusal(400, 113, 'Invalid Request Format', { hint: `${hint}; ${reference}` })
export const missingParameter = (name: string) =>
  new Refusal(400, 104, `Missing Required Parameter: ${name}`, {
    hint: `${name} is ${wanted[name] ?? 'required for this message_type'}; ${reference}`,
  })

const wanted: Readonly<Record<string, string>> = {
  from: 'a string, the name or number of the business',
  to: 'a string, the phone number of the recipient, such as "255712345678"',
  channel: 'a string, such as "whatsapp"',
  message_type: 'a string, such as "text", and names the field that holds the message',
}

export const invalidPhone = () => refuse('invalid_phone', { v1: [102, 'Invalid Phone Number'], hint: phoneHint })
export const invalidParameter = (name: string, hint: string) =>
  new Refusal(400, 105, `Invalid Parameter: ${name}`, { hint, errors: [{ field: name, message: 'is invalid' }] })
export const transactionUsed = () =>
  new Refusal(409, 105, 'Transaction ID Was Used With Another Message', {
    hint: 'reuse a transaction_id only with the same message',
  })
export const noRoute = () =>
  refuse('no_route', {
    v1: [106, 'No Route'],
    hint: 'no chat channel of this account has this channel and from; run npx ngoma provider list --product chat. With NGOMA_STAGING=true, services without a channel are simulated',
  })
export const templateNeeded = (sessionEnd: Date | null) =>
  refuse('chat_template_required', {
    v1: [107, 'Template Required'],
    hint: `${
      sessionEnd === null
        ? 'this person has not written to the business yet'
        : `the chat session with this person ended at ${sessionEnd.toISOString()}, 24 hours after their last message`
    }; send a template, or wait until the person writes`,
  })
export const insufficientBalance = (price: string, left: string, what = 'this message') =>
  refuse('insufficient_balance', {
    v1: [103, 'Insufficient Balance'],
    hint: `${what} costs ${price}, but only ${left} can be spent`,
  })

export const tooExpensive = (what: string, price: Money, { spendable }: SpendableCredit) =>
  insufficientBalance(formatMoney(price), formatMoney(money(spendable > 0n ? spendable : 0n)), what)

export const mediaTypeRefused = (mimeType: string) =>
  refuse('media_not_allowed', {
    v1: [403, 'Media Type Not Allowed'],
    hint: `files of type ${JSON.stringify(mimeType.slice(0, 60))} cannot be downloaded`,
    hintRepeats: true,
  })
export const templatesUnavailable = (why: string) => refuse('templates_unavailable', { hint: why, hintRepeats: true })
export const oneContentNeeded = () => refuse('invalid_content', { hint: 'send one of text, media and template' })
export const mediaUnavailable = () => refuse('media_unavailable', { v1: [502, 'Media Not Available'] })
