import { isDeepStrictEqual } from 'node:util'
import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import { Semaphore } from '../../engine/flow/semaphore.ts'
import { createAgenda } from '../agenda.ts'
import type { Acceptance, Carrier, CarrierEvents, Receipt, Submission, Submitted } from '../carrier.ts'
import type { ProviderAnswer } from '../http-template/answer.ts'
import type { FilledRequest } from '../http-template/fill.ts'
import { answerBytesMax, failureOf, type HttpOptions } from '../http-template/send.ts'
import { away } from '../outbox/outbox.ts'
import { createThrottles } from '../outbox/throttles.ts'
import { createMessageOutbox } from '../outbox/whole-messages.ts'
import { ProviderFailure } from '../provider-kind.ts'
import { classifyAnswer, classifyStatus, isOfProxy, readWait } from './classify.ts'
import { type Constants, fillSend, fillStatus } from './request.ts'
import { createRest, type RestCause } from './rest.ts'
import { type HttpSettings, readSettings, type StatusSettings } from './settings.ts'

interface HttpCarrierOptions extends Constants, Omit<HttpOptions, 'checkUrl'> {
  readonly name: string
  readonly settings: HttpSettings
  /** How long a message waits in the outbox, in real time. */
  readonly maxWaitMs?: number
}

/** How many times a message is sent again after a lost response. Each time, the phone may get it once more. */
const resendsMax = 2
/** The oldest messages with lost responses are dropped beyond this number. */
const rememberedIdsMax = 100_000
/** A problem with every response is not logged every time. */
const warnEveryMs = 60_000

/** A carrier with an HTTP API, called by the templates of its settings. Pushed receipts do not come through here. */
export function createHttpCarrier({
  name,
  settings,
  secrets,
  receiptUrl,
  send,
  clock,
  log,
  maxWaitMs,
}: HttpCarrierOptions): Carrier {
  const constants: Constants = { secrets, receiptUrl }
  const agenda = createAgenda(clock)
  const rest = createRest(clock, agenda, () => events?.changed())
  const throttles = createThrottles(() => clock.now().getTime())
  const resends = new BoundedMap<number, number>(rememberedIdsMax)
  const outbox = createMessageOutbox({
    clock,
    agenda,
    rate: settings.ratePerSecond,
    window: settings.window,
    maxWaitMs,
    isUp: rest.isOver,
    onCapacity: () => events?.changed(),
  })
  // Limits status requests, so that messages do not exceed their maximum wait behind thousands of them.
  const statusRequests = new Semaphore(settings.window)
  let current = settings
  let events: CarrierEvents | null = null
  let answers = 0
  let namelessWarnedAt = Number.NEGATIVE_INFINITY

  function beginRest(round: number, problem: string, cause: RestCause = {}): void {
    const restMs = rest.begin(round, cause)
    if (restMs === null) return
    log?.warn({ carrier: name, problem, seconds: restMs / 1_000 }, 'pausing requests to a carrier')
    outbox.update()
    events?.changed()
  }

  /** `unclear` makes the error for a request that may have arrived. */
  async function request(
    filled: FilledRequest,
    round: number,
    unclear: (reason: 'no_answer' | 'bad_answer', why: string) => Error,
  ): Promise<ProviderAnswer> {
    const answersBefore = answers
    try {
      const answer = await send({ ...filled, timeoutMs: settings.timeoutSeconds * 1_000, answerBytesMax })
      if (!isOfProxy(answer.status)) answers += 1
      return answer
    } catch (error) {
      const { stage, isTimeout, why } = failureOf(error)
      // While other requests succeed, a single failure is not a reason to pause.
      if (stage === 'connecting' || answers === answersBefore) beginRest(round, why)
      if (stage === 'connecting') throw away(why)
      throw unclear(stage === 'sent' || isTimeout ? 'no_answer' : 'bad_answer', why)
    }
  }

  /** A throttle does not count as an attempt. The carrier pauses when the provider throttles as a whole. */
  function throttle(phone: string, round: number, waitMs: number | null): ProviderFailure {
    events?.throttled()
    const { byCarrier, retryMs } = throttles.note(phone)
    if (byCarrier) beginRest(round, 'the carrier throttles messages', { wantsLess: true, ms: waitMs })
    const pauseMs = Math.max(retryMs, waitMs ?? 0, rest.leftMs())
    return new ProviderFailure('unstarted', 'throttled', { reason: 'throttled', away: true, retryMs: pauseMs })
  }

  /** Whether a message with a lost response may be sent again. */
  function mayResend(id: number): boolean {
    const times = (resends.get(id) ?? 0) + 1
    if (times <= resendsMax) resends.set(id, times)
    else resends.delete(id)
    return times <= resendsMax
  }

  async function deliver(submission: Submission): Promise<Acceptance> {
    const round = rest.round()
    const filled = fillSend(submission, settings, constants, clock.now())
    const unclear = (reason: string, why: string) =>
      new ProviderFailure('unclear', why, { reason, retryable: mayResend(submission.id) })
    const answersBefore = answers
    const answer = await request(filled, round, unclear)
    const verdict = classifyAnswer(settings.send, answer, clock.now())
    if (verdict.does === 'slow') throw throttle(submission.phone, round, verdict.waitMs)
    if (verdict.does === 'away') {
      beginRest(round, 'the carrier rejected the credentials (status 401)')
      throw away('the carrier rejected the credentials')
    }
    if (verdict.does === 'unclear') {
      if (isOfProxy(answer.status) && answers === answersBefore)
        beginRest(round, `a proxy got no response from the carrier: ${verdict.why}`)
      throw unclear('bad_answer', verdict.why)
    }
    rest.end()
    if (verdict.does !== 'accept')
      throw new ProviderFailure(verdict.does === 'retry' ? 'unstarted' : 'refused', 'rejected', {
        reason: verdict.reason,
      })
    throttles.passed(submission.phone)
    if (verdict.references.length === 0) warnMissingReference(submission.id)
    return { references: verdict.references === 'ours' ? [String(submission.id)] : verdict.references }
  }

  function warnMissingReference(id: number): void {
    const now = clock.now().getTime()
    if (now - namelessWarnedAt < warnEveryMs) return
    namelessWarnedAt = now
    log?.warn(
      { carrier: name, id, path: settings.send.answer.reference },
      'the response to an accepted message has no reference; its receipts cannot be matched',
    )
  }

  /**
   * An accepted message keeps its place in the window until the acceptance is stored, because a crash before that sends
   * it again.
   */
  const submit = (submission: Submission) =>
    outbox.send(submission, async (slot) => ({ ...(await deliver(submission)), written: slot.free }))

  async function askAbout(status: StatusSettings, phone: string, reference: string): Promise<readonly Receipt[]> {
    const round = rest.round()
    const answer = await request(fillStatus(status, phone, reference, constants), round, (_, why) => new Error(why))
    const outcome = classifyStatus(status, answer)
    if (outcome === 'unclear' && answer.status === 429) {
      events?.throttled()
      beginRest(round, 'the carrier limits status requests', {
        wantsLess: true,
        ms: readWait(answer.headers['retry-after'], clock.now()),
      })
      throw away('the carrier limits status requests')
    }
    if (outcome === 'unclear')
      throw new Error(
        `unknown response to a status request: ${answer.status} ${JSON.stringify(answer.text.slice(0, 100))}`,
      )
    return outcome === null ? [] : [{ reference, ...outcome, at: clock.now() }]
  }

  async function ask(
    status: StatusSettings,
    { phone, references, submittedAt }: Submitted,
  ): Promise<readonly Receipt[]> {
    const isYoung = clock.now().getTime() - submittedAt.getTime() < status.afterSeconds * 1_000
    if (isYoung || events === null || !rest.isOver()) return []
    const receipts = references.map((reference) =>
      statusRequests.run(() => outbox.ask('bulk', () => askAbout(status, phone, reference))),
    )
    return (await Promise.all(receipts)).flat()
  }

  const { status } = settings
  return {
    name,
    async start(listener) {
      events = listener
      agenda.resume()
      outbox.open()
    },
    awaySince: rest.awaySince,
    ready: outbox.ready,
    outstandingMax: () => current.window,
    submit,
    ask: status === null ? undefined : (submitted: Submitted) => ask(status, submitted),
    change(given) {
      const next = readSettings(given)
      const { ratePerSecond, window } = next
      if (!isDeepStrictEqual({ ...current, ratePerSecond, window }, next)) return false
      current = next
      outbox.change({ rate: ratePerSecond, window })
      return true
    },
    async stop() {
      events = null
      agenda.pause()
      outbox.close()
      await outbox.idle()
    },
  }
}
