import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { answerBytesMax, type HttpOptions } from '../../http-template/send.ts'
import { checkUrls } from '../../http-template/settings.ts'
import { type Callback, type CallbackAnswer, type ProviderKind, textAnswer } from '../../provider-kind.ts'
import { problem } from '../../settings.ts'
import type { ChatChannel, ChatSubmission } from '../channel.ts'
import { createFlow, type Verdict, verdictOf } from '../flow.ts'
import { classifyAnswer } from './answer.ts'
import { type Downloads, openGraph } from './graph.ts'
import { orderBody } from './message.ts'
import { description, readSettings, type WhatsAppSecrets, type WhatsAppSettings } from './settings.ts'
import { readWebhook } from './webhook.ts'

type WhatsAppOptions = HttpOptions & Downloads

const service = 'whatsapp'

/**
 * A channel of the WhatsApp Business Cloud API. The API has no idempotency keys, so a message whose response was lost is
 * not sent again: its statuses carry our id, and the first one tells that it was sent.
 */
function createWhatsApp(
  name: string,
  settings: WhatsAppSettings,
  secrets: WhatsAppSecrets,
  { send, clock, log, ...downloads }: WhatsAppOptions,
): ChatChannel {
  const { baseUrl, version, numbers } = settings
  const { settle, during, report, ...flow } = createFlow({
    name,
    clock,
    log,
    ratePerSecond: settings.ratePerSecond,
    callbackName: 'WhatsApp webhook',
  })

  const findNumber = (business: string) => numbers.find(({ number }) => number === business)

  async function ask({ business, ...submission }: ChatSubmission): Promise<Verdict> {
    const number = findNumber(business)
    if (number === undefined) return { does: 'away', why: `${business} is not configured` }
    const request = {
      method: 'POST',
      url: `${baseUrl}/${version}/${number.id}/messages`,
      headers: { authorization: `Bearer ${secrets.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(orderBody(submission)),
      timeoutMs: settings.timeoutSeconds * 1_000,
      answerBytesMax,
    } as const
    try {
      return classifyAnswer(await send(request), clock.now())
    } catch (error) {
      return verdictOf(error)
    }
  }

  async function receive({ body, headers, at }: Callback): Promise<CallbackAnswer> {
    if (!isSigned(headers['x-hub-signature-256'], body, secrets.appSecret)) return textAnswer(401, 'invalid signature')
    const reading = readWebhook(body, numbers, at)
    if (reading === null) return textAnswer(400, 'not a webhook of WhatsApp')
    return report({ ...reading, answer: textAnswer(200, 'OK') })
  }

  return {
    name,
    hasSessions: true,
    addresses: () => numbers.map(({ number }) => ({ service, business: number })),
    serves: (wanted) => wanted === service,
    carries: (wanted, business) => wanted === service && findNumber(business) !== undefined,
    ...flow,
    submit: (submission) => settle(ask(submission)),
    async callback(callback) {
      if (callback.method === 'POST') return during(receive(callback))
      const challenge = readChallenge(callback.query, secrets.verifyToken)
      return challenge === null ? textAnswer(403, 'invalid verify token') : textAnswer(200, challenge)
    },
    ...openGraph(settings, secrets, downloads),
  }
}

/** The kind of channels of the WhatsApp Business Cloud API. */
export const whatsappChannels = (options: WhatsAppOptions): ProviderKind<ChatChannel> => ({
  description,
  check: (given, secrets) => checkUrls(options.checkUrl, [readSettings(given, secrets).baseUrl]),
  open: (name, given, secrets) => createWhatsApp(name, readSettings(given), readSecrets(secrets), options),
  takesCallbacks: () => true,
})

function readSecrets({ accessToken, appSecret, verifyToken }: Readonly<Record<string, string>>): WhatsAppSecrets {
  if (!accessToken || !appSecret || !verifyToken)
    throw problem('the secrets accessToken, appSecret and verifyToken must not be empty')
  return { accessToken, appSecret, verifyToken }
}

const shape = /^sha256=([\da-f]{64})$/i

/** Whether the app secret signed this body. Compared in constant time. */
export function isSigned(header: string | undefined, body: Buffer, appSecret: string): boolean {
  const given = shape.exec(header ?? '')?.[1]
  const wanted = createHmac('sha256', appSecret).update(body).digest()
  return given !== undefined && timingSafeEqual(Buffer.from(given, 'hex'), wanted)
}

/** The hash has the same length for any text. */
const isSame = (one: string, other: string) =>
  timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'))

const challengeShape = /^[\w.-]{1,200}$/

/** The challenge to answer when WhatsApp verifies the URL; null when the token is wrong. */
export function readChallenge(query: string, verifyToken: string): string | null {
  const fields = new URLSearchParams(query)
  const challenge = fields.get('hub.challenge') ?? ''
  const isVerified = isSame(fields.get('hub.verify_token') ?? '', verifyToken)
  return isVerified && fields.get('hub.mode') === 'subscribe' && challengeShape.test(challenge) ? challenge : null
}
