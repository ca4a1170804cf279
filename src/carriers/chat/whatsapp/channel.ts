import { Idle } from '../../../engine/flow/idle.ts'
import type { Clock } from '../../../values/time.ts'
import { answerBytesMax, failureOf, type Send } from '../../http-template/send.ts'
import type { Callback, CallbackAnswer } from '../../provider-kind.ts'
import type { ChatChannel, ChatSubmission } from '../channel.ts'
import { createFlow, type Verdict } from '../flow.ts'
import { judgeAnswer } from './answer.ts'
import { type Downloads, openGraph } from './graph.ts'
import { orderBody } from './message.ts'
import type { WhatsAppSecrets, WhatsAppSettings } from './settings.ts'
import { isSigned, readChallenge } from './signature.ts'
import { readWebhook } from './webhook.ts'

export interface Log {
  warn(fields: object, message: string): void
}

export interface WhatsAppOptions extends Downloads {
  readonly send: Send
  readonly clock: Clock
  readonly log?: Log | undefined
}

const service = 'whatsapp'

const plain = (status: number, body: string): CallbackAnswer => ({ status, type: 'text/plain; charset=utf-8', body })

/**
 * A channel of the WhatsApp Business Cloud API. The API has no idempotency keys, so a message whose response was lost is
 * not sent again: its statuses carry our id, and the first one tells that it was sent.
 */
export function createWhatsApp(
  name: string,
  settings: WhatsAppSettings,
  secrets: WhatsAppSecrets,
  { send, clock, log, ...downloads }: WhatsAppOptions,
): ChatChannel {
  const { baseUrl, version, numbers, timeoutMs } = settings
  const flow = createFlow(clock, settings.ratePerSecond)
  const outstanding = new Idle()

  const findNumber = (business: string) => numbers.find(({ number }) => number === business)

  async function ask({ business, ...submission }: ChatSubmission): Promise<Verdict> {
    const number = findNumber(business)
    if (number === undefined) return { does: 'away', why: `${business} is not configured` }
    const request = {
      method: 'POST',
      url: `${baseUrl}/${version}/${number.id}/messages`,
      headers: { authorization: `Bearer ${secrets.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(orderBody(submission)),
      timeoutMs,
      answerBytesMax,
    } as const
    try {
      return judgeAnswer(await send(request), clock.now())
    } catch (error) {
      const { stage, why } = failureOf(error)
      return stage === 'connecting' ? { does: 'away', why } : { does: 'unclear', why }
    }
  }

  async function receive({ body, headers, at }: Callback): Promise<CallbackAnswer> {
    if (!isSigned(headers['x-hub-signature-256'], body, secrets.appSecret)) return plain(401, 'invalid signature')
    const reading = readWebhook(body, numbers, at)
    if (reading === null) return plain(400, 'not a webhook of WhatsApp')
    const { events } = flow
    if (events === null) return plain(503, 'try again')
    if (reading.problems.length > 0)
      log?.warn({ channel: name, problems: reading.problems.slice(0, 10) }, 'parts of a WhatsApp webhook were ignored')
    for (const message of reading.messages) await events.incoming(message)
    let isEarly = false
    for (const status of reading.statuses) isEarly = (await events.status(status)) === 'later' || isEarly
    return isEarly ? plain(503, 'try again') : plain(200, 'OK')
  }

  return {
    name,
    hasSessions: true,
    addresses: () => numbers.map(({ number }) => ({ service, business: number })),
    serves: (wanted) => wanted === service,
    carries: (wanted, business) => wanted === service && findNumber(business) !== undefined,
    ready: flow.ready,
    pace: flow.pace,
    start: async (events) => flow.start(events),
    submit: async (submission) => flow.settle(await outstanding.during(ask(submission))),
    async callback(callback) {
      if (callback.method === 'POST') return outstanding.during(receive(callback))
      const challenge = readChallenge(callback.query, secrets.verifyToken)
      return challenge === null ? plain(403, 'invalid verify token') : plain(200, challenge)
    },
    ...openGraph(settings, secrets, downloads),
    async stop() {
      flow.stop()
      await outstanding.wait()
    },
  }
}
