import { titleLengthMax } from '../../contract/public/templates.ts'
import { bodyHint, faultHint, Refusal, refuse } from '../../values/refusal.ts'

export const invalidFormat = (hint = bodyHint) =>
  new Refusal(400, 113, 'Invalid Request Format', { hint: `${hint}; it needs sms_title and message, both strings` })
export const missingParameter = (name: string) =>
  new Refusal(400, 104, `Missing Required Parameter: ${name}`, { hint: `${name} is a non-empty string` })
export const titleTooLong = () =>
  new Refusal(400, 104, 'Invalid Parameter: sms_title', { hint: `a title has at most ${titleLengthMax} characters` })
export const textTooLong = (count: number, max: number, unit: string) =>
  refuse('invalid_message', {
    v1: [109, 'Invalid Message'],
    hint: `the message has ${count} ${unit}; the maximum is ${max}`,
  })

/** The specification puts the error of a template into `data`. */
const refusalInData = (status: number, code: number, message: string, hint: string) =>
  new Refusal(status, code, message, { body: { data: { code, message } }, hint })

export const templateMissing = () =>
  refusalInData(
    404,
    123,
    'SMS Template Does Not Exist',
    'the template was deleted or belongs to another account: take its ID from the list of templates',
  )
export const deleteFailed = () => refusalInData(500, 127, 'SMS Template Delete Failed', faultHint)
