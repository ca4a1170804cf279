import { Idle } from '../../../engine/flow/idle.ts'
import type { Clock } from '../../../values/time.ts'
import type { PushReading } from '../../carrier.ts'
import { classifyAnswer, reasonOf } from '../../http/classify.ts'
import { readMessages } from '../../http/messages.ts'
import { itemsOf } from '../../http/pushed-items.ts'

import { answerTo } from '../../http/receipts.ts'
import { stateOfValue, validReference } from '../../http-template/answer.ts'
import { answerBytesMax, failureOf, type Send } from '../../http-template/send.ts'
import { type Callback, type CallbackAnswer, ProviderFailure } from '../../provider-kind.ts'
import type { ChannelEvents, ChatChannel, ChatSubmission, MessageStatus } from '../channel.ts'
import { createFlow, type Verdict } from '../flow.ts'
import { type Constants, fillSend } from './request.ts'
import type { HttpChatSettings, ReceiptSettings } from './settings.ts'

export interface HttpChatOptions {
  readonly send: Send
  readonly clock: Clock
  readonly log?: { warn(fields: object, message: string): void }
}

const slowMs = 10_000
const tryAgain: CallbackAnswer = { status: 503, type: 'text/plain; charset=utf-8', body: 'try again' }

/** A chat channel with an HTTP API, called by the templates of its settings. */
export function createHttpChannel(
  name: string,
  settings: HttpChatSettings,
  constants: Constants,
  { send, clock, log }: HttpChatOptions,
): ChatChannel {
  const { services, businesses, types, receipts, messages, isRepeatable, hasSessions } = settings
  /** Our own id is the reference. */
  const usesOwnId = settings.send.answer.reference === ''
  const flow = createFlow(clock, settings.ratePerSecond)
  const outstanding = new Idle()

  async function ask(submission: ChatSubmission): Promise<Verdict> {
    const request = fillSend(submission, settings, constants)
    const answer = await send({ ...request, timeoutMs: settings.timeoutSeconds * 1_000, answerBytesMax }).catch(
      failureOf,
    )
    if ('stage' in answer) {
      if (answer.stage === 'connecting') return { does: 'away', why: answer.why }
      return unclear(answer.why)
    }
    const verdict = classifyAnswer(settings.send, answer, clock.now(), null)
    switch (verdict.does) {
      case 'accept': {
        const reference = verdict.references === 'ours' ? String(submission.id) : verdict.references[0]
        return reference === undefined ? unclear('the response has no reference') : { does: 'accept', reference }
      }
      case 'slow':
        return { does: 'slow', waitMs: verdict.waitMs ?? slowMs }
      case 'refuse':
      case 'retry':
        return { does: verdict.does, reason: verdict.reason, waitMs: null }
      case 'away':
        return { does: 'away', why: 'it rejects our credentials' }
      case 'unclear':
        return unclear(verdict.why)
    }
  }

  async function submit(submission: ChatSubmission): Promise<{ readonly reference: string }> {
    if (!types.includes(submission.content.type))
      throw new ProviderFailure('refused', 'unsupported type', { reason: 'unsupported_type' })
    return flow.settle(await ask(submission))
  }

  function note(problems: readonly string[]): void {
    if (problems.length > 0)
      log?.warn({ channel: name, problems: problems.slice(0, 10) }, 'parts of a pushed chat request were ignored')
  }

  async function receiveStatuses(events: ChannelEvents, wanted: ReceiptSettings, push: Push, at: Date) {
    const { statuses, problems, answer } = readStatuses(wanted, push, at, usesOwnId)
    note(problems)
    let isEarly = false
    for (const status of statuses) isEarly = (await events.status(status)) === 'later' || isEarly
    return isEarly ? tryAgain : answer
  }

  async function receiveMessages(events: ChannelEvents, { messages: incoming, problems, answer }: PushReading) {
    note(problems)
    for (const { id, from, to, text, at } of incoming)
      await events.incoming({
        id: id ?? '',
        service: services[0] ?? '',
        business: to,
        phone: from,
        content: { type: 'text', text },
        at,
        answers: null,
      })
    return answer
  }

  /** Messages come to the path `messages`, or to the plain URL when there are no receipts. */
  async function receive({ rest, query, body, at }: Callback): Promise<CallbackAnswer> {
    const push = { query, body: body.toString() }
    const { events } = flow
    if (events === null) return tryAgain
    if (messages !== null && (rest === 'messages' || receipts === null))
      return receiveMessages(events, readMessages(messages, push, at))
    if (receipts !== null && (rest === '' || rest === 'receipts')) return receiveStatuses(events, receipts, push, at)
    return { status: 404, type: 'text/plain; charset=utf-8', body: 'unknown path' }
  }

  return {
    name,
    isRepeatable,
    hasSessions,
    ...(businesses === null
      ? {}
      : { addresses: () => services.flatMap((service) => businesses.map((business) => ({ service, business }))) }),
    serves: (service) => services.includes(service),
    carries: (service, business) => services.includes(service) && (businesses?.includes(business) ?? true),
    ready: flow.ready,
    pace: flow.pace,
    start: async (events) => flow.start(events),
    submit: (submission) => outstanding.during(submit(submission)),
    callback: (callback) => outstanding.during(receive(callback)),
    async stop() {
      flow.stop()
      await outstanding.wait()
    },
  }
}

const unclear = (why: string): Verdict => ({ does: 'unclear', why })

interface Push {
  readonly query: string
  readonly body: string
}

/** Reads pushed statuses. One with an unknown state is skipped. */
function readStatuses(settings: ReceiptSettings, push: Push, at: Date, usesOwnId: boolean) {
  const items = itemsOf(settings, push)
  const statuses: MessageStatus[] = []
  const problems: string[] = items.length === 0 ? [`no receipt found in the ${settings.from}`] : []
  let isUnreadable = items.length === 0
  for (const read of items) {
    const reference = validReference(read(settings.reference))
    const said = read(settings.state)
    const state = stateOfValue(settings.states, said)
    const id = usesOwnId && /^[1-9]\d{0,15}$/.test(reference ?? '') ? Number(reference) : null
    if (reference === null || said === null || (usesOwnId && id === null)) {
      isUnreadable = true
      problems.push(`${said === null ? settings.state : settings.reference} is missing or invalid`)
    } else if (state === null) problems.push(`unknown state ${JSON.stringify(said.slice(0, 40))}`)
    else if (state !== 'pending') {
      const why = (settings.reason === '' ? null : read(settings.reason)) ?? said
      statuses.push({ id, reference, state, reason: state === 'failed' ? reasonOf(why, 'undelivered') : null, at })
    }
  }
  return { statuses, problems, answer: answerTo(settings, isUnreadable, problems) }
}
