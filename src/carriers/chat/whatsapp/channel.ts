import { setTimeout as sleep } from 'node:timers/promises'
import { Idle } from '../../../engine/flow/idle.ts'
import type { Clock } from '../../../values/time.ts'
import { CarrierError } from '../../carrier.ts'
import { answerBytesMax, failureOf, type Send } from '../../http-template/send.ts'
import type { Callback, CallbackAnswer } from '../../provider-kind.ts'
import { type ChannelEvents, type ChatChannel, type ChatSubmission, UnclearSubmit } from '../channel.ts'
import { judgeAnswer, type Verdict } from './answer.ts'
import { type Downloads, openGraph } from './graph.ts'
import { messageBody } from './message.ts'
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

const away = (why: string) =>
  new CarrierError(`WhatsApp is not available: ${why}`, { retryable: true, reason: 'channel_away', away: true })

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
  const { baseUrl, version, numbers, ratePerSecond, timeoutMs } = settings
  const outstanding = new Idle()
  let events: ChannelEvents | null = null
  let nextAtMs = 0
  let pausedUntilMs = 0

  const findNumber = (business: string) => numbers.find(({ number }) => number === business)

  /** Spreads the requests of this process evenly. */
  async function pace(): Promise<void> {
    const now = performance.now()
    const at = Math.max(now, nextAtMs)
    nextAtMs = at + 1_000 / ratePerSecond
    if (at > now) await sleep(at - now)
  }

  function pause(ms: number): void {
    pausedUntilMs = clock.now().getTime() + ms
    setTimeout(() => events?.changed(), ms + 1).unref()
  }

  async function ask({ business, ...submission }: ChatSubmission): Promise<Verdict> {
    const number = findNumber(business)
    if (number === undefined) return { does: 'away', why: `${business} is not configured` }
    const request = {
      method: 'POST',
      url: `${baseUrl}/${version}/${number.id}/messages`,
      headers: { authorization: `Bearer ${secrets.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(messageBody(submission)),
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

  async function submit(submission: ChatSubmission): Promise<{ reference: string }> {
    await pace()
    if (events === null) throw away('it is stopped')
    const verdict = await ask(submission)
    switch (verdict.does) {
      case 'accept':
        return { reference: verdict.reference }
      case 'refuse':
        throw new CarrierError('rejected', { retryable: false, reason: verdict.reason })
      case 'retry':
        throw new CarrierError('to be tried again', {
          retryable: true,
          reason: verdict.reason,
          ...(verdict.waitMs === null ? {} : { retryMs: verdict.waitMs }),
        })
      case 'slow':
        pause(verdict.waitMs)
        throw new CarrierError('too many messages', { retryable: true, reason: 'busy', retryMs: verdict.waitMs })
      case 'away':
        throw away(verdict.why)
      case 'unclear':
        throw new UnclearSubmit(verdict.why)
    }
  }

  async function receive({ body, headers, at }: Callback): Promise<CallbackAnswer> {
    if (!isSigned(headers['x-hub-signature-256'], body, secrets.appSecret)) return plain(401, 'invalid signature')
    const reading = readWebhook(body, numbers, at)
    if (reading === null) return plain(400, 'not a webhook of WhatsApp')
    if (events === null) return plain(503, 'try again')
    if (reading.problems.length > 0)
      log?.warn({ channel: name, problems: reading.problems.slice(0, 10) }, 'parts of a WhatsApp webhook were ignored')
    for (const message of reading.messages) await events.incoming(message)
    for (const status of reading.statuses) await events.status(status)
    return plain(200, 'OK')
  }

  return {
    name,
    hasSessions: true,
    addresses: () => numbers.map(({ number }) => ({ service, business: number })),
    carries: (wanted, business) => wanted === service && findNumber(business) !== undefined,
    ready: () => events !== null && clock.now().getTime() >= pausedUntilMs,
    async start(listener) {
      events = listener
    },
    submit: (submission) => outstanding.during(submit(submission)),
    async callback(callback) {
      if (callback.method === 'POST') return outstanding.during(receive(callback))
      const challenge = readChallenge(callback.query, secrets.verifyToken)
      return challenge === null ? plain(403, 'invalid verify token') : plain(200, challenge)
    },
    ...openGraph(settings, secrets, downloads),
    async stop() {
      events = null
      await outstanding.wait()
    },
  }
}
