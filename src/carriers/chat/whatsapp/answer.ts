import { isObject } from '../../../values/json.ts'
import { readWait } from '../../http/classify.ts'
import { isSuccess, type ProviderAnswer, parseJson, validReference } from '../../http-template/answer.ts'
import { slowMs, type Verdict } from '../flow.ts'

/** Limits of the app, the business account or the number. */
const slowCodes = [4, 80007, 130429, 131048, 133016]
/** Too many messages to the same person. */
const pairLimit = 131056
const pairMs = 6_000
/** Passing problems of WhatsApp. */
const laterCodes = [1, 2, 131000, 131016, 131057, 133004]
/** Problems of the access token, the app, the number or the business account. */
const ownCodes = [0, 3, 10, 33, 190, 368, 131005, 131031, 131042, 131045, 133006, 133010]

const isOwn = (code: number, subcode: number | null) =>
  ownCodes.includes(code) || (code >= 200 && code <= 299) || (code === 100 && subcode === 33)

/** Reasons that customers can act on. Other codes keep their number. */
const reasons: Readonly<Record<number, string>> = {
  130472: 'excluded_by_experiment',
  131021: 'same_number',
  131026: 'undeliverable',
  131047: 'template_needed',
  131049: 'limited_by_whatsapp',
  131050: 'opted_out_of_marketing',
  131051: 'unsupported_type',
  131052: 'media_download_failed',
  131053: 'media_upload_failed',
  132000: 'template_parameters',
  132001: 'template_missing',
  132005: 'template_too_long',
  132007: 'template_policy',
  132012: 'template_parameters',
  132015: 'template_paused',
  132016: 'template_disabled',
  132018: 'template_parameters',
}

export const reasonOf = (code: number): string => reasons[code] ?? `whatsapp_${code}`

export function classifyAnswer(answer: ProviderAnswer, now: Date): Verdict {
  const { status, text, headers, isCut } = answer
  const json = isCut ? null : parseJson(text)
  const waitMs = readWait(headers['retry-after'], now)
  if (isSuccess(status)) {
    const reference = validReference(findId(json))
    return reference === null
      ? { does: 'unclear', why: 'the response has no message ID' }
      : { does: 'accept', reference }
  }
  const error = isObject(json) && isObject(json.error) ? json.error : null
  const code = Number(error?.code)
  if (error === null || !Number.isInteger(code)) return classifyStatus(status, waitMs)
  const subcode = error.error_subcode === undefined ? null : Number(error.error_subcode)
  if (slowCodes.includes(code)) return { does: 'slow', waitMs: waitMs ?? slowMs }
  if (code === pairLimit) return { does: 'retry', reason: 'too_many_to_person', waitMs: waitMs ?? pairMs }
  if (laterCodes.includes(code)) return { does: 'retry', reason: reasonOf(code), waitMs }
  if (isOwn(code, subcode)) return { does: 'away', why: describe(error, code) }
  return { does: 'refuse', reason: reasonOf(code) }
}

/** Without an error of the Graph API, only these statuses say that the message was not accepted. */
function classifyStatus(status: number, waitMs: number | null): Verdict {
  if (status === 429) return { does: 'slow', waitMs: waitMs ?? slowMs }
  if (status === 401 || status === 403 || status === 404) return { does: 'away', why: `status ${status}` }
  return { does: 'unclear', why: `the response has status ${status}` }
}

function findId(json: unknown): string | null {
  const messages = isObject(json) ? json.messages : null
  const first: unknown = Array.isArray(messages) ? messages[0] : null
  return isObject(first) && typeof first.id === 'string' ? first.id : null
}

/** For operators. */
const describe = ({ message }: Readonly<Record<string, unknown>>, code: number) =>
  `error ${code}${typeof message === 'string' ? `: ${message.slice(0, 150)}` : ''}`
