import { Refusal } from '../../values/refusal.ts'
import { titleLengthMax } from './rules.ts'

export const invalidFormat = () => new Refusal(400, 113, 'Invalid Request Format')
export const missingParameter = (name: string) => new Refusal(400, 104, `Missing Required Parameter: ${name}`)
export const titleTooLong = () => new Refusal(400, 104, 'Invalid Parameter: sms_title', { hint: `a title has at most ${titleLengthMax} characters` })
export const textTooLong = (segments: number, max: number) =>
  new Refusal(400, 109, 'Invalid Message', { hint: `the message has ${segments} segments, at most ${max} are allowed` })

/** The specification puts what went wrong with a template into `data`. */
const refusalInData = (status: number, code: number, message: string) => new Refusal(status, code, message, { body: { data: { code, message } } })

export const templateMissing = () => refusalInData(404, 123, 'SMS Template Does Not Exist')
export const deleteFailed = () => refusalInData(500, 127, 'SMS Template Delete Failed')

/** For people, never on the API's wire. */
export const templateNotFound = () => new Refusal(404, 404, 'Template Not Found')
