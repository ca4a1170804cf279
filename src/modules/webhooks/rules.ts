/**
 * The retry schedule of an event: the first attempt at once, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h after the
 * previous one.
 */
export const retryAfterSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000] as const
/** The maximum random share that is added to each wait. */
export const retryJitter = 0.1
/** An endpoint without a success for this long is disabled. */
export const failingDaysMax = 5
/** The longest wait that an endpoint can ask for. */
const retryAfterSecondsMax = 86_400

/**
 * The wait of a Retry-After header, in seconds or as an HTTP date; null without a valid one. A date is compared with
 * the real clock, because the server clock may be moved in staging.
 */
export function retryAfterMs(header: string | undefined, realNow: Date): number | null {
  if (header === undefined) return null
  const text = header.trim()
  const seconds = /^\d{1,10}$/.test(text) ? Number(text) : (Date.parse(text) - realNow.getTime()) / 1_000
  if (!(seconds > 0)) return null
  return Math.min(seconds, retryAfterSecondsMax) * 1_000
}

/** Only a 2xx status is a success. */
export const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

/** 410: the endpoint is gone for good. */
export const isGone = (status: number | null) => status === 410

export type { DisabledReason } from '../../contract/account/webhooks.ts'

/** How long an ad-hoc endpoint is kept without new messages and pending events. */
export const adHocDays = 90

/** The fields of all bodies that have the number of the person whom an event is about. */
const ownFields = ['dest_addr', 'destination', 'from', 'msisdn'] as const

/** Whether an event is to or from a number, and does not only mention it. */
export function isAbout(body: string, phone: string): boolean {
  const fields = parseObject(body)
  const found = [fields, fields.args].flatMap((one) => ownFields.map((name) => Object(one)[name]))
  return found.some((value) => String(value ?? '').replace(/^(\+|00)/, '') === phone)
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
