import type { Push } from '../../carrier.ts'
import { classifyAnswer, reasonOf } from '../../http/classify.ts'
import { readMessages } from '../../http/messages.ts'
import { type ItemProblem, readItems, unknownState } from '../../http/pushed-items.ts'
import type { MessageSettings } from '../../http/settings.ts'
import { stateOfValue, validReference } from '../../http-template/answer.ts'
import { answerBytesMax, type HttpOptions } from '../../http-template/send.ts'
import { checkUrls } from '../../http-template/settings.ts'
import {
  type Callback,
  type CallbackAnswer,
  callbackSecret,
  ProviderFailure,
  type ProviderKind,
  textAnswer,
} from '../../provider-kind.ts'
import type { ChatChannel, ChatSubmission, IncomingMessage, MessageStatus } from '../channel.ts'
import { createFlow, type Verdict, verdictOf } from '../flow.ts'
import { type Constants, fillSend, tryOut } from './request.ts'
import { description, type HttpChatSettings, type ReceiptSettings, readSettings } from './settings.ts'

/** A chat channel with an HTTP API, called by the templates of its settings. */
function createHttpChannel(
  name: string,
  settings: HttpChatSettings,
  constants: Constants,
  { send, clock, log }: HttpOptions,
): ChatChannel {
  const { services, businesses, types, receipts, messages, isRepeatable, hasSessions } = settings
  /** Our own id is the reference. */
  const usesOwnId = settings.send.answer.reference === ''
  const { settle, during, report, ...flow } = createFlow({
    name,
    clock,
    log,
    ratePerSecond: settings.ratePerSecond,
    callbackName: 'pushed chat request',
  })

  async function ask(submission: ChatSubmission): Promise<Verdict> {
    if (!types.includes(submission.content.type))
      throw new ProviderFailure('refused', 'unsupported type', { reason: 'unsupported_type' })
    const request = fillSend(submission, settings, constants)
    const answer = await send({ ...request, timeoutMs: settings.timeoutSeconds * 1_000, answerBytesMax }).catch(
      verdictOf,
    )
    if ('does' in answer) return answer
    const verdict = classifyAnswer(settings.send, answer, clock.now(), null)
    if (verdict.does === 'away') return { does: 'away', why: 'it rejects our credentials' }
    if (verdict.does !== 'accept') return verdict
    const reference = verdict.references === 'ours' ? String(submission.id) : verdict.references[0]
    return reference === undefined
      ? { does: 'unclear', why: 'the response has no reference' }
      : { does: 'accept', reference }
  }

  function readIncoming(wanted: MessageSettings, push: Push, at: Date) {
    const reading = readMessages(wanted, push, at)
    const messages = reading.messages.map(
      ({ id, from, to, text, at }): IncomingMessage => ({
        id: id ?? '',
        service: services[0] ?? '',
        business: to,
        phone: from,
        content: { type: 'text', text },
        at,
        answers: null,
      }),
    )
    return { ...reading, messages, statuses: [] }
  }

  /** Messages come to the path `messages`, or to the plain URL when there are no receipts. */
  async function receive({ rest, query, body, at }: Callback): Promise<CallbackAnswer> {
    const push = { query, body: body.toString() }
    if (messages !== null && (rest === 'messages' || receipts === null)) return report(readIncoming(messages, push, at))
    if (receipts !== null && (rest === '' || rest === 'receipts'))
      return report(readStatuses(receipts, push, at, usesOwnId))
    return textAnswer(404, 'unknown path')
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
    ...flow,
    submit: (submission) => settle(ask(submission)),
    callback: (callback) => during(receive(callback)),
  }
}

/** The kind of chat channels with an HTTP API, described by templates. */
export const httpChannels = (options: HttpOptions): ProviderKind<ChatChannel> => ({
  description,
  async check(given, secrets) {
    await checkUrls(options.checkUrl, tryOut(readSettings(given), secrets))
  },
  open(name, given, { [callbackSecret]: _, ...secrets }, callbackUrl) {
    return createHttpChannel(name, readSettings(given), { secrets, callbackUrl }, options)
  },
  takesCallbacks(given) {
    const { receipts, messages } = readSettings(given)
    return receipts !== null || messages !== null
  },
})

/** Reads pushed statuses. One with an unknown state is skipped. */
function readStatuses(settings: ReceiptSettings, push: Push, at: Date, usesOwnId: boolean) {
  const { items, ...reading } = readItems(settings, 'receipt', push, (read): MessageStatus | ItemProblem | null => {
    const reference = validReference(read(settings.reference))
    const said = read(settings.state)
    const id = usesOwnId && /^[1-9]\d{0,15}$/.test(reference ?? '') ? Number(reference) : null
    if (reference === null || said === null || (usesOwnId && id === null))
      return { problem: `${said === null ? settings.state : settings.reference} is missing or invalid` }
    const state = stateOfValue(settings.states, said)
    if (state === null) return unknownState(said)
    if (state === 'pending') return null
    const reason = state === 'failed' ? reasonOf(read(settings.reason) ?? said, 'undelivered') : null
    return { id, reference, state, reason, at }
  })
  return { ...reading, messages: [], statuses: items }
}
