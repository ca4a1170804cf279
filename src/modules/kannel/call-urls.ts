import { sql } from 'kysely'
import { OutboundProblem } from '../../engine/outbound/index.ts'
import { again, createCallLimits, done, failed, type Outcome, type Work } from '../../engine/work/index.ts'
import { receiptTextOf } from '../smpp/index.ts'
import { reportEvents, reportsTopic } from '../sms/index.ts'
import type { KannelContext } from './context.ts'
import { fillEscapes } from './escapes.ts'
import { prefixLetters } from './model.ts'
import { withoutUserInfo } from './parse.ts'
import { type ReportRow, reportColumns } from './store.ts'

const concurrency = 512
/** The parallel calls of an account to a new host, to one that always answers, and to all hosts. */
const initialLimit = 8
const limitMax = 64
const limitPerAccount = 128
/** How long a report waits when the account has used up its share. */
const turnMs = 1_000
/** How long a report at least waits for an earlier one about its message. */
const behindMs = 200
const timeoutMs = 15_000
const answerBytesMax = 1_024
const reportDays = 3
const dayMs = 86_400_000

/**
 * Calls the dlr-url of messages with GET. A URL is never logged, because it may contain a password or a number. A report
 * ends with the first answer in the 200s, when its URL may not be called any more, or after three days.
 */
export function callUrlsWork({ sms, outbound }: Pick<KannelContext, 'sms' | 'outbound'>): Work<ReportRow> {
  const calls = createCallLimits({ initialLimit, limitMax, limitPerAccount })
  return {
    name: 'call dlr-urls',
    table: 'sms_reports',
    topic: reportsTopic('kannel'),
    columns: reportColumns,
    only: sql`w.kind = 'kannel'`,
    key: 'submitter',
    concurrency,
    concurrencyPerKey: initialLimit,
    placesByKey: () => calls.limits(),
    retryAfterSeconds: [5, 60, 300, 1_800, 7_200, 18_000, 36_000],
    retryJitter: 0.1,
    retryUntil: ({ createdAt }) => new Date(createdAt.getTime() + reportDays * dayMs),
    finished: 'delete',
    callsCustomers: true,
    async run(report) {
      const { accountId, submitter, earlierDue } = report
      // The report that a carrier accepted a message comes before the report about its end.
      if (earlierDue !== null) return again(later(sms.clock.now(), behindMs, earlierDue))
      const call = callOf(report)
      if (call === null) return done()
      if (!calls.begin(accountId)) return again(later(sms.clock.now(), turnMs))
      const outcome = await send(outbound, call).finally(() => calls.end(accountId))
      if (outcome.kind !== 'done') {
        calls.note(submitter, false)
        return outcome
      }
      const resume = report.isRetry || calls.isLimited(submitter)
      calls.note(submitter, true)
      return { ...outcome, resume }
    },
    async giveUp() {},
  }
}

const later = (now: Date, waitMs: number, notBefore = now) =>
  new Date(Math.max(now.getTime() + waitMs, notBefore.getTime()))

type Call = NonNullable<ReturnType<typeof callOf>>

async function send(outbound: KannelContext['outbound'], { url, headers, privateUrls }: Call): Promise<Outcome> {
  try {
    const { status } = await outbound.send(privateUrls, {
      url,
      headers: { 'user-agent': 'Ngoma', ...headers },
      timeoutMs,
      answerBytesMax,
    })
    return status >= 200 && status < 300 ? done() : failed(`answered ${status}`)
  } catch (error) {
    if (!(error instanceof OutboundProblem)) throw error
    // The permission for private hosts was withdrawn, or the host name leads to one now.
    return error.kind === 'refused' ? done() : failed(error.message)
  }
}

/** Null when the message or the URL was removed in the meantime. */
function callOf(report: ReportRow) {
  const { id, event, phone, requestId, happenedAt: at, request } = report
  if (!request?.detail) return null
  const { detail, sender, prefix, privateUrls } = request
  const filled = fillEscapes(detail.url, {
    id,
    event,
    at,
    requestId,
    sender,
    recipient: `${prefixOf(prefix)}${phone}`,
    reply: replyOf(report, new Date(request.acceptedAt)),
    user: detail.user,
    account: detail.account ?? '',
    smsc: detail.smsc ?? '',
    url: detail.url,
  })
  const callable = withoutUserInfo(filled)
  return callable && { ...callable, privateUrls }
}

const prefixOf = (letter: string | null) =>
  Object.keys(prefixLetters).find((prefix) => prefixLetters[prefix] === letter) ?? ''

/** As the SMPP driver of Kannel: the answer of the carrier to the submit, or the text of the receipt. */
function replyOf(report: ReportRow, acceptedAt: Date): string {
  const { event, reason, requestId } = report
  if (event === reportEvents.taken) return 'ACK/'
  if (event === reportEvents.rejected) return `NACK/${reason ?? ''}`
  return receiptTextOf({ ...report, acceptedAt, text: '' }, String(requestId))
}
