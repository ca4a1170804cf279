import { Idle } from '../../engine/flow/idle.ts'
import type { Clock } from '../../values/time.ts'
import { createAgenda } from '../agenda.ts'
import { createBusy } from '../busy.ts'
import {
  type Acceptance,
  type Carrier,
  CarrierError,
  type CarrierEvents,
  type Lane,
  lanes,
  type Receipt,
  type Submission,
  type Submitted,
} from '../carrier.ts'
import { createGate } from '../gate.ts'
import type { ProviderAnswer } from '../http-template/answer.ts'
import type { FilledRequest } from '../http-template/fill.ts'
import { answerBytesMax, failureOf, type Send } from '../http-template/send.ts'
import { isOfProxy, judgeAnswer, judgeStatus, readWait } from './judge.ts'
import { type Constants, fillSend, fillStatus } from './request.ts'
import { createRest, type RestCause } from './rest.ts'
import type { HttpSettings, StatusSettings } from './settings.ts'
import { createSlowed } from './slowed.ts'
import { createWindow } from './window.ts'

export interface Log {
  warn(detail: object, message: string): void
}

export interface HttpCarrierOptions extends Constants {
  readonly name: string
  readonly settings: HttpSettings
  readonly send: Send
  readonly clock: Clock
  readonly log?: Log | undefined
  readonly patienceMs?: number | undefined
}

/** More of a lane need not wait in here: other processes, and other routes, could have them. */
const waitingMax = 1_000
const waitingSecondsMax = 5
const usualPatienceMs = 5_000
/** A message whose answer was lost is sent again so many times. Each of them may be one more message on the phone. */
const resendsMax = 2
/** A message that is told so many times to come later, while others pass, is one that is busy. */
const slowingsMax = 5
const rememberedIdsMax = 100_000
/** What is wrong with every answer is not said for every one. */
const warnEveryMs = 60_000

const away = (why = 'the carrier is away') =>
  new CarrierError(why, { retryable: true, reason: 'carrier_away', away: true })

/**
 * A carrier that is spoken to over HTTP, by the templates of its settings. Its receipts come to a URL of ours, and not
 * through here.
 */
export function createHttpCarrier({
  name,
  settings,
  secrets,
  receiptUrl,
  send,
  clock,
  log,
  patienceMs = usualPatienceMs,
}: HttpCarrierOptions): Carrier {
  const { ratePerSecond, timeoutSeconds } = settings
  const constants: Constants = { secrets, receiptUrl }
  const agenda = createAgenda(clock)
  const gate = createGate(clock, agenda, () => ratePerSecond)
  const window = createWindow(settings.window)
  // A message does not wait longer than its patience, and would not get far behind thousands of questions.
  const questions = createWindow(settings.window)
  const rest = createRest(clock, agenda, () => events?.changed())
  const mayResend = createBusy(rememberedIdsMax)
  const isSlowedAlone = createSlowed(slowingsMax, rememberedIdsMax)
  const roomMax = Math.max(
    settings.window,
    ratePerSecond === 0 ? waitingMax : Math.min(waitingMax, ratePerSecond * waitingSecondsMax),
  )
  const wasFull = new Set<Lane>()
  const requests = new Idle()
  let events: CarrierEvents | null = null
  let answers = 0
  let passes = 0
  let namelessWarnedAt = Number.NEGATIVE_INFINITY

  const isUp = () => events !== null && rest.isOver()

  function hasRoom(lane: Lane): boolean {
    const room = window.waiting(lane) < roomMax
    if (!room) wasFull.add(lane)
    return room
  }

  /** Whoever was told that there is no room is told when half of it is free. */
  function tellRoom(): void {
    for (const lane of wasFull) {
      if (window.waiting(lane) > roomMax / 2) continue
      wasFull.delete(lane)
      events?.changed()
    }
  }

  /** Whatever waits goes elsewhere, or waits outside. */
  function clear(): void {
    questions.clear()
    window.clear()
    gate.clear()
  }

  function beginRest(round: number, problem: string, cause: RestCause = {}): void {
    const restMs = rest.begin(round, cause)
    if (restMs === null) return
    log?.warn({ carrier: name, problem, seconds: restMs / 1_000 }, 'a carrier is left alone for a while')
    clear()
    events?.changed()
  }

  function leave(): void {
    window.leave()
    tellRoom()
  }

  /**
   * One request, when it is its turn. Rejects with a CarrierError: away when it was not sent. Of a message that was
   * taken the place is kept.
   */
  async function inTurn<T>(
    lane: Lane,
    submission: Submission | null,
    speak: (round: number) => Promise<T>,
  ): Promise<T> {
    if (!isUp()) throw away()
    const round = rest.round()
    const patience = new AbortController()
    const timer = submission === null ? undefined : setTimeout(() => patience.abort(), patienceMs)
    requests.enter()
    try {
      if (!(await window.enter(lane, patience.signal))) {
        tellRoom()
        throw away()
      }
      let isKept = false
      try {
        await gate.pass(lane, patience.signal)
        clearTimeout(timer)
        if (!isUp() || rest.round() !== round || patience.signal.aborted) throw away()
        if (submission?.isWanted?.() === false) throw away('the message is not to go out now')
        const said = await speak(round)
        isKept = submission !== null
        return said
      } finally {
        if (!isKept) leave()
      }
    } finally {
      clearTimeout(timer)
      requests.leave()
    }
  }

  /** `unclear` makes the error of a request that may have arrived. */
  async function request(
    filled: FilledRequest,
    round: number,
    unclear: (reason: 'no_answer' | 'bad_answer', why: string) => Error,
  ): Promise<ProviderAnswer> {
    const answersBefore = answers
    try {
      const answer = await send({ ...filled, timeoutMs: timeoutSeconds * 1_000, answerBytesMax })
      if (!isOfProxy(answer.status)) answers += 1
      return answer
    } catch (error) {
      const { stage, isTimeout, why } = failureOf(error)
      // While others are answered, one that was not is bad luck.
      if (stage === 'connecting' || answers === answersBefore) beginRest(round, why)
      if (stage === 'connecting') throw away(why)
      throw unclear(stage === 'sent' || isTimeout ? 'no_answer' : 'bad_answer', why)
    }
  }

  /** That it came too fast is no fault of the message, and no attempt. */
  function slowDown(round: number, waitMs: number | null): CarrierError {
    beginRest(round, 'it wants fewer messages', { wantsLess: true, ms: waitMs })
    return new CarrierError('throttled', { retryable: true, reason: 'throttled', away: true })
  }

  async function deliver(submission: Submission, round: number): Promise<Acceptance> {
    const filled = fillSend(submission, settings, constants, clock.now())
    const unclear = (reason: string, why: string) =>
      new CarrierError(why, { retryable: mayResend(submission.id, resendsMax), reason })
    const answersBefore = answers
    const answer = await request(filled, round, unclear)
    const verdict = judgeAnswer(settings.send, answer, clock.now())
    if (verdict.does === 'slow') {
      if (isSlowedAlone(submission.id, passes))
        throw new CarrierError('throttled alone', { retryable: true, reason: 'throttled' })
      throw slowDown(round, verdict.waitMs)
    }
    if (verdict.does === 'away') {
      beginRest(round, 'it does not let us in: it answered with 401')
      throw away('the carrier does not let us in')
    }
    if (verdict.does === 'unclear') {
      if (isOfProxy(answer.status) && answers === answersBefore)
        beginRest(round, `a proxy got no answer from it: ${verdict.why}`)
      throw unclear('bad_answer', verdict.why)
    }
    rest.end()
    if (verdict.does !== 'accept')
      throw new CarrierError('not taken', { retryable: verdict.does === 'retry', reason: verdict.reason })
    passes += 1
    if (verdict.references.length === 0) warnOfNameless(submission.id)
    return { references: verdict.references === 'ours' ? [String(submission.id)] : verdict.references }
  }

  function warnOfNameless(id: number): void {
    const now = clock.now().getTime()
    if (now - namelessWarnedAt < warnEveryMs) return
    namelessWarnedAt = now
    log?.warn(
      { carrier: name, id, path: settings.send.answer.reference },
      'a carrier took a message and its answer has no reference: no receipt will be known for it',
    )
  }

  /**
   * What was taken and is not written down yet would be sent again after a crash, and so it has its place until then.
   */
  async function submit(submission: Submission): Promise<Acceptance> {
    const acceptance = await inTurn(submission.lane, submission, (round) => deliver(submission, round))
    let hasPlace = true
    return {
      ...acceptance,
      written() {
        if (hasPlace) leave()
        hasPlace = false
      },
    }
  }

  async function askAbout(
    status: StatusSettings,
    phone: string,
    reference: string,
    round: number,
  ): Promise<readonly Receipt[]> {
    const answer = await request(fillStatus(status, phone, reference, constants), round, (_, why) => new Error(why))
    const outcome = judgeStatus(status, answer)
    if (outcome === 'unclear' && answer.status === 429)
      throw slowDown(round, readWait(answer.headers['retry-after'], clock.now()))
    if (outcome === 'unclear')
      throw new Error(
        `nobody knows what the answer about a message means: ${answer.status} ${JSON.stringify(answer.text.slice(0, 100))}`,
      )
    return outcome === null ? [] : [{ reference, ...outcome, at: clock.now() }]
  }

  async function ask(
    status: StatusSettings,
    { phone, references, submittedAt }: Submitted,
  ): Promise<readonly Receipt[]> {
    const isYoung = clock.now().getTime() - submittedAt.getTime() < status.afterSeconds * 1_000
    if (isYoung || !isUp()) return []
    const receipts = references.map(async (reference) => {
      if (!(await questions.enter('bulk'))) throw away()
      return inTurn('bulk', null, (round) => askAbout(status, phone, reference, round)).finally(questions.leave)
    })
    return (await Promise.all(receipts)).flat()
  }

  const { status } = settings
  return {
    name,
    async start(listener) {
      events = listener
      agenda.resume()
    },
    awaySince: rest.awaySince,
    ready: (lane) => isUp() && (lane === undefined ? lanes.some(hasRoom) : hasRoom(lane)),
    submit,
    ...(status === null ? {} : { ask: (submitted: Submitted) => ask(status, submitted) }),
    async stop() {
      events = null
      agenda.pause()
      clear()
      await requests.wait()
    },
  }
}
