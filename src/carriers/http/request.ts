import type { Submission } from '../carrier.ts'
import { type FilledRequest, type RequestTemplate, secretValues, type Values } from '../http-template/fill.ts'
import { fillMessage } from '../http-template/send.ts'
import { sampleSecrets, tryFill } from '../http-template/settings.ts'
import { ProviderFailure } from '../provider-kind.ts'
import type { HttpSettings } from './settings.ts'

/** The values that are the same in every request. */
export interface Constants {
  readonly secrets: Values
  /** Null when the public URL is not configured. */
  readonly receiptUrl: string | null
}

const constantsOf = ({ secrets, receiptUrl }: Constants): Values => ({
  ...(receiptUrl === null ? {} : { receipt_url: receiptUrl }),
  ...secretValues(secrets),
})

function valuesOf(submission: Submission, { encodings }: HttpSettings, constants: Constants, now: Date): Values {
  const { id, sender, phone, encoding, parts, validUntil } = submission
  return {
    id: String(id),
    sender,
    phone,
    // The provider splits the text itself, so there is one message and one reference.
    text: parts.join(''),
    encoding: encodings[encoding],
    parts: String(parts.length),
    valid_minutes: String(Math.max(1, Math.floor((validUntil.getTime() - now.getTime()) / 60_000))),
    valid_until: validUntil.toISOString(),
    ...constantsOf(constants),
  }
}

export const fillSend = (
  submission: Submission,
  settings: HttpSettings,
  constants: Constants,
  now: Date,
): FilledRequest => {
  if (submission.binary)
    throw new ProviderFailure('refused', 'a carrier over HTTP transmits text only', { reason: 'binary_not_supported' })
  return fillMessage(settings.send, valuesOf(submission, settings, constants, now))
}

export const fillStatus = (
  template: RequestTemplate,
  phone: string,
  reference: string,
  constants: Constants,
): FilledRequest => fillMessage(template, { phone, reference, ...constantsOf(constants) })

/** Fills the requests with sample values and returns their URLs. */
export function tryOut(settings: HttpSettings, secrets: readonly string[], receiptUrl: string | null): string[] {
  const constants = { secrets: sampleSecrets(secrets), receiptUrl }
  const now = new Date()
  const message: Submission = {
    id: 1,
    sender: 'INFO',
    phone: '255712345678',
    encoding: 'gsm',
    parts: ['Hello'],
    lane: 'single',
    validUntil: now,
  }
  const { send, status } = settings
  return tryFill([
    ['send', send, valuesOf(message, settings, constants, now)],
    ['status', status, { phone: message.phone, reference: 'x', ...constantsOf(constants) }],
  ])
}
