import { fill, t } from '../text.ts'

/** Why a message failed or a recipient was skipped, in the user’s language; the server’s explanation for other codes. */
export function explainReason(
  reason: string | null | undefined,
  explanation: string | null | undefined,
): string | null {
  if (reason === null || reason === undefined) return explanation ?? null
  const texts: Readonly<Record<string, string>> = t.messages.reasons
  const known = texts[reason]
  if (known !== undefined) return known
  const [, status] = /^carrier_status_([0-9a-f]+)$/.exec(reason) ?? []
  if (status !== undefined) return fill(t.messages.carrierStatus, { status: `0x${status.toUpperCase()}` })
  const [, httpStatus] = /^http_(\d{3})$/.exec(reason) ?? []
  if (httpStatus !== undefined) return fill(t.messages.httpStatus, { status: httpStatus })
  const [, code] = /^code_([a-z0-9_]+)$/.exec(reason) ?? []
  if (code !== undefined) return fill(t.messages.carrierCode, { code })
  const [, state = '', error = ''] = /^(carrier_[a-z]+)_([a-z0-9]{1,5})$/.exec(reason) ?? []
  const text = texts[state]
  return text === undefined ? (explanation ?? null) : fill(t.messages.withError, { reason: text, error })
}
