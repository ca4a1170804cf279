import { hash } from 'node:crypto'
import { type Reach, readTarget } from '../../engine/outbound/index.ts'
import { parsePhone, phoneHint } from '../../values/phone.ts'
import { type Recipient, reportEvents, type SendRequest, type SmsContext, wireUnlessEmpty } from '../sms/index.ts'
import {
  accountMisformed,
  misformed,
  receiverEmpty,
  receiverMissing,
  receiversDenied,
  receiversTooMany,
  senderMissing,
  udhTooLong,
} from './errors.ts'
import { type KannelCaller, type KannelOrigin, type KannelRequest, numberRanges, prefixLetters } from './model.ts'
import { readText } from './text.ts'

interface ParseOptions {
  readonly config: Pick<SmsContext['config'], 'recipientsMax' | 'segmentsMax' | 'validityHours'>
  readonly now: Date
  /** Which hosts a dlr-url may name. */
  readonly reach: Reach
}

const udhBytesMax = 140
const accountLengthMax = 64
const smscLengthMax = 64
const urlLengthMax = 2_048
const minuteMs = 60_000
/** Hosts with the same digits only share their places. */
const groupLength = 8
/** Two years, the longest time that the calendars of carriers know. */
const minutesMax = 1_051_200

/** The sum of the reports that exist here. Kannel's others, such as 4 for a message that waits at the carrier, do not. */
const reportsMask = Object.values(reportEvents).reduce((sum, event) => sum | event, 0)

/** Reads a request, or throws the first refusal in Kannel's order. */
export function parseSend(request: KannelRequest, caller: KannelCaller, options: ParseOptions): SendRequest {
  const { from, to, udh, account, numbers } = request
  if (to === null) throw receiverMissing(request.isPost)
  if (to === '') throw receiverEmpty()
  if (udh.length > 0 && udh.length !== (udh[0] ?? 0) + 1) throw misformed('UDH')
  if (udh.length > udhBytesMax) throw udhTooLong()
  const receivers = readReceivers(to, options.config.recipientsMax)
  if (from === '') throw senderMissing()
  if (account.length > accountLengthMax || /[[\]\n\r\0]/.test(account)) throw accountMisformed()
  const target = readUrl(request.dlrUrl, options.reach)
  for (const [name, max, spelling] of numberRanges) {
    const number = numbers[name]
    if (number !== null && (number < 0 || number > max)) throw misformed(spelling)
  }
  const { text, encoding, segments, wire } = readText(
    {
      bytes: request.text,
      charset: request.charset,
      udh,
      coding: numbers.coding ?? (udh.length > 0 ? 1 : 0),
      messageClass: numbers.mclass,
      priority: numbers.priority,
      protocolId: numbers.pid,
    },
    options.config.segmentsMax,
  )
  const reports = target === null ? 0 : (numbers['dlr-mask'] ?? 0) & reportsMask
  return {
    // PostgreSQL cannot store NUL; no sender ID contains the replacement.
    sender: from.replaceAll('\0', '\u{fffd}'),
    text,
    encoding,
    segments,
    jobName: account === '' ? null : account,
    recipients: receivers.map(({ recipient }) => recipient),
    ...readTimes(numbers, options),
    wire: wireUnlessEmpty(wire),
    origin: {
      kind: 'kannel',
      id: caller.accountId,
      reports,
      ...(target === null || reports === 0
        ? { detail: null }
        : { group: target.group, detail: originOf(request, caller, target.url, receivers) }),
    },
  }
}

interface Receiver {
  readonly recipient: Recipient
  readonly prefix: string
}

/** Kannel accepts digits, plus and minus. Numbers that are not valid are refused one by one, unless all are. */
function readReceivers(to: string, max: number): readonly Receiver[] {
  const words = to.split(/\s+/).filter((word) => word !== '')
  if (words.length > max) throw receiversTooMany(max)
  const receivers = words.map((word, index) => {
    const [, prefix = '', number = ''] = /^(\+|00)?([\d-]+)$/.exec(word) ?? ['', '', word.replaceAll('\0', '')]
    return { recipient: { recipientId: String(index + 1), number: number.replaceAll('-', '') }, prefix }
  })
  if (!receivers.some(({ recipient }) => parsePhone(recipient.number) !== null)) throw receiversDenied(phoneHint)
  return receivers
}

/** A URL that could never be called is refused at once, so that nobody waits for its reports. Null without a URL. */
function readUrl(written: string, reach: Reach): { readonly url: string; readonly group: string } | null {
  if (written === '') return null
  const url = written.replaceAll(' ', '%20')
  if (!/^https?:\/\//i.test(url) || url.length > urlLengthMax) throw misformed('DLR-URL')
  const callable = withoutUserInfo(url)
  const target = callable && readTarget(callable.url, reach, urlLengthMax)
  if (!target?.ok) throw misformed('DLR-URL')
  return { url, group: hash('sha256', target.authority).slice(0, groupLength) }
}

/** Kannel counts the validity from now, also for a message that is deferred. */
function readTimes({ validity, deferred }: KannelRequest['numbers'], { now, config }: ParseOptions) {
  const wait = Math.min(deferred ?? 0, minutesMax)
  const valid = validity === null ? null : Math.min(Math.max(1, validity - wait), config.validityHours * 60)
  return {
    scheduledAt: wait === 0 ? null : new Date(now.getTime() + wait * minuteMs),
    validSeconds: valid === null ? undefined : valid * 60,
  }
}

function originOf(
  { user, account, smsc }: KannelRequest,
  { credential }: KannelCaller,
  url: string,
  receivers: readonly Receiver[],
): KannelOrigin {
  const prefixes = receivers.map(({ prefix }) => prefixLetters[prefix]).join('')
  return {
    url,
    user,
    credential,
    account: account || undefined,
    smsc: smsc === '' ? undefined : smsc.replaceAll('\0', '').slice(0, smscLengthMax),
    prefixes: prefixes.trim() === '' ? undefined : prefixes,
  }
}

/** Kannel sends the user name and password of a URL as an Authorization header. Null for an invalid URL. */
export function withoutUserInfo(text: string) {
  const [, scheme = '', userInfo, rest = ''] = /^([a-z]+:\/\/)(?:([^/?#@]*)@)?(.*)$/is.exec(text) ?? []
  const headers: Record<string, string> = {}
  if (userInfo === undefined) return { url: text, headers }
  try {
    headers.authorization = `Basic ${Buffer.from(decodeURIComponent(userInfo)).toString('base64')}`
    return { url: scheme + rest, headers }
  } catch {
    return null
  }
}
