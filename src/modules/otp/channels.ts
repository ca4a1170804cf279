import type { PinChannel, PinSendState } from '../../contract/account/otp.ts'
import type { IdempotencyKey, Once } from '../../engine/http/index.ts'
import type { Phone } from '../../values/phone.ts'
import type { Refusal } from '../../values/refusal.ts'
import { type ChatState, findChatByTransaction, findChatStates, type SealedMessage, sendSealed } from '../chat/index.ts'
import { type Accepted, findRequestStatuses, isNoRoute, sendPin } from '../sms/index.ts'
import { spokenText, templateLanguageOf, textIn } from './channel-rules.ts'
import type { OtpContext } from './context.ts'
import { fillIn, mask, validSecondsOf } from './rules.ts'
import type { App } from './store-apps.ts'
import type { StoredSend } from './store-sends.ts'

/** A PIN on its way to a person. */
export interface PinMessage {
  readonly accountId: number
  readonly app: App
  readonly pinId: string
  readonly phone: Phone
  readonly pin: string
  /** Null for an application without translations. */
  readonly language: string | null
  readonly expiresAt: Date
  readonly messagesPerDay: number | null
}

/** A message that a channel accepted, as it is stored under its idempotency key. */
export interface SentPin {
  /** The request id of an SMS, or the id of a chat message. */
  readonly requestId: number
  /** The value that was given with the first request. */
  readonly note?: unknown
}

/** Sends a PIN on one channel. The same key or reference sends one message. OTP credit pays on all channels. */
export async function sendOn(
  ctx: OtpContext,
  channel: PinChannel,
  message: PinMessage,
  key: IdempotencyKey | null,
  note: unknown,
  reference: string,
): Promise<Once<SentPin>> {
  if (channel.channel === 'sms') {
    const answer = await sendSmsPin(ctx, message, key, note)
    return { answer, replayed: answer.replayed }
  }
  const { accountId, app, phone, pin, language, expiresAt } = message
  const of = (shown: string) =>
    channel.channel === 'whatsapp'
      ? templateOf(channel, shown, language ?? app.language ?? 'en')
      : textOf(spokenText(channel.text ?? textIn(app, language), shown))
  return sendSealed(
    ctx.chat,
    {
      accountId,
      service: channel.channel,
      business: channel.from ?? app.sender,
      phone,
      content: of(pin),
      shown: of(mask('{pin}', pin.length)),
      product: 'OTP',
      validUntil: expiresAt,
      transactionId: transactionOf(reference),
    },
    key,
    (requestId) => ({ requestId, note }),
  )
}

const transactionOf = (reference: string) => `pin-${reference}`

/** The chat message with this reference, which may be stored although its sender did not live to note it. */
export const findSent = async ({ db }: OtpContext, accountId: number, reference: string): Promise<number | null> =>
  (await findChatByTransaction(db, accountId, transactionOf(reference)))?.id ?? null

function sendSmsPin(
  ctx: OtpContext,
  { accountId, app, phone, pin, language, messagesPerDay }: PinMessage,
  key: IdempotencyKey | null,
  note: unknown,
): Promise<Accepted> {
  const text = textIn(app, language)
  return sendPin(ctx, {
    accountId,
    sender: app.sender,
    phone,
    text: fillIn(text, pin),
    maskedText: mask(text, app.pinLength),
    validSeconds: validSecondsOf(app),
    key,
    messagesPerDay,
    note,
  })
}

/** Whether the server itself is the problem. Another channel would have it, too. */
export const isOfServer = ({ status }: Refusal) => status >= 500

type ChatContent = SealedMessage['content']

const textOf = (text: string): ChatContent => ({ type: 'text', text })

/** Authentication templates have the PIN in their text and in the button that copies it. */
function templateOf(channel: Extract<PinChannel, { channel: 'whatsapp' }>, pin: string, language: string): ChatContent {
  const parameters = [{ type: 'text', text: pin }]
  return {
    type: 'template',
    name: channel.template,
    language: templateLanguageOf(channel, language),
    components: [
      { type: 'body', parameters },
      { type: 'button', sub_type: 'url', index: '0', parameters },
    ],
  }
}

const chatCreditCode = 103
const smsCreditCode = 102

/** Why a channel was skipped, for the list of PINs and the events of the account. */
export const problemOf = (refusal: Refusal): string =>
  isNoRoute(refusal)
    ? 'no_route'
    : refusal.code === smsCreditCode || refusal.code === chatCreditCode
      ? 'no_credit'
      : 'refused'

const stateOfSms: Readonly<Record<string, PinSendState>> = { DELIVERED: 'received', UNDELIVERED: 'failed' }
const stateOfChat: Partial<Readonly<Record<ChatState, PinSendState>>> = {
  delivered: 'received',
  read: 'received',
  failed: 'failed',
}

export type SendStates = (send: Pick<StoredSend, 'channel' | 'messageId' | 'problem'>) => {
  readonly state: PinSendState
  /** Why the channel was skipped, or why the message failed on a chat channel. */
  readonly problem: string | null
}

/** The states of messages by their receipts. A message without one is pending. */
export async function readStates(
  ctx: OtpContext,
  accountId: number,
  sends: readonly Pick<StoredSend, 'channel' | 'messageId'>[],
): Promise<SendStates> {
  const idsOf = (isSms: boolean) =>
    sends.flatMap(({ channel, messageId }) => ((channel === 'sms') === isSms && messageId !== null ? [messageId] : []))
  const smsIds = idsOf(true)
  const [statuses, chatStates] = await Promise.all([
    smsIds.length === 0 ? new Map<number, string>() : findRequestStatuses(ctx.db, accountId, smsIds),
    findChatStates(ctx.db, accountId, idsOf(false)),
  ])
  return ({ channel, messageId, problem }) => {
    if (problem !== null) return { state: 'skipped', problem }
    if (messageId === null) return { state: 'pending', problem }
    if (channel === 'sms') return { state: stateOfSms[statuses.get(messageId) ?? ''] ?? 'pending', problem }
    const found = chatStates.get(messageId)
    const state = (found === undefined ? undefined : stateOfChat[found.state]) ?? 'pending'
    return { state, problem: state === 'failed' ? (found?.reason ?? null) : null }
  }
}
