import { formatMoney, type Money, money } from '../../values/money.ts'
import { phoneHint } from '../../values/phone.ts'
import { bodyHint, Refusal } from '../../values/refusal.ts'
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

export const invalidPhone = () =>
  new Refusal(400, 102, 'Invalid Phone Number', { hint: phoneHint, problem: 'invalid_phone' })
export const invalidParameter = (name: string, hint: string) =>
  new Refusal(400, 105, `Invalid Parameter: ${name}`, { hint, errors: [{ field: name, message: 'is invalid' }] })
export const transactionUsed = () =>
  new Refusal(409, 105, 'Transaction ID Was Used With Another Message', {
    hint: 'reuse a transaction_id only with the same message',
  })
export const noRoute = () =>
  new Refusal(400, 106, 'No Route', {
    hint: 'no chat channel of this account has this channel and from; run npx ngoma provider list --product chat. With NGOMA_STAGING=true, services without a channel are simulated',
    problem: 'no_route',
  })
export const templateNeeded = (sessionEnd: Date | null) =>
  new Refusal(400, 107, 'Template Required', {
    hint: `${
      sessionEnd === null
        ? 'this person has not written to the business yet'
        : `the chat session with this person ended at ${sessionEnd.toISOString()}, 24 hours after their last message`
    }; send a template, or wait until the person writes`,
    problem: 'chat_template_required',
  })
export const insufficientBalance = (price: string, left: string, what = 'this message') =>
  new Refusal(400, 103, 'Insufficient Balance', {
    hint: `${what} costs ${price}, but only ${left} can be spent`,
    problem: 'insufficient_balance',
  })

export const tooExpensive = (what: string, price: Money, { spendable }: SpendableCredit) =>
  insufficientBalance(formatMoney(price), formatMoney(money(spendable > 0n ? spendable : 0n)), what)

export const mediaMissing = () =>
  new Refusal(404, 404, 'Media Not Found', {
    hint: 'use the media id of a chat callback; old files are removed',
    problem: 'media_not_found',
  })
export const mediaTypeRefused = (mimeType: string) =>
  new Refusal(403, 403, 'Media Type Not Allowed', {
    hint: `files of type ${JSON.stringify(mimeType.slice(0, 60))} cannot be downloaded`,
    hintRepeats: true,
    problem: 'media_not_allowed',
  })
export const mediaUnavailable = () =>
  new Refusal(502, 502, 'Media Not Available', {
    hint: 'the chat channel did not provide the file: it is too large, too old, or the channel is unreachable',
    problem: 'media_unavailable',
  })

/** Refusals of the console. */

export const channelMissing = () =>
  new Refusal(404, 404, 'Channel Not Found', { hint: 'list the chat channels with npx ngoma provider list' })
export const templatesUnavailable = (why: string) =>
  new Refusal(502, 502, 'Templates Not Available', { hint: why, hintRepeats: true })
export const oneContentNeeded = () =>
  new Refusal(400, 400, 'Text Or Template Required', {
    hint: 'send either text or template',
    problem: 'invalid_content',
  })

export const conversationMissing = () =>
  new Refusal(404, 404, 'Conversation Not Found', {
    hint: 'list the conversations of an account with npx ngoma chat list, or on the Chat page',
    problem: 'conversation_not_found',
  })
