import { refuse } from '../../values/refusal.ts'

export const wrongStatus = (status: string, action: string, allowed: string) =>
  refuse('campaign_state', {
    detail: `The campaign is ${status === 'draft' ? 'a draft' : status}.`,
    hint: `only ${allowed} can be ${action}`,
  })
const notWithdrawn = (detail: string, hint: string) => refuse('campaign_state', { detail, hint })
export const campaignBegun = () =>
  notWithdrawn(
    'The campaign has begun.',
    'messages may have been sent, so the start cannot be withdrawn: pause or cancel the campaign',
  )
export const resendNotWithdrawn = () =>
  notWithdrawn('A resend cannot be withdrawn.', 'cancel it: the failed messages can then be sent again')
export const campaignResent = () =>
  refuse('already_resent', { hint: 'resend the newer campaign: it has the messages that failed again' })
export const severalZones = (zones: readonly string[]) =>
  refuse('invalid_zone', { hint: `name one of them: ${zones.slice(0, 10).join(', ')}` })
export const invalidLink = (url: string) =>
  refuse('invalid_link', {
    detail: `${url.slice(0, 100).toWellFormed()} is not a valid http or https URL.`,
    hint: 'write {link https://example.com/}: a complete URL of http or https, without a password or spaces',
  })
export const invalidPlaceholder = (text: string) =>
  refuse('unknown_placeholder', {
    detail: `${text.slice(0, 40).toWellFormed()} is not a placeholder.`,
    hint: 'write {first_name} or {first_name|customer}, with a letter first and without spaces; campaigns use braces for nothing else',
  })
export const badColumns = () =>
  refuse('invalid_file', {
    detail: 'The columns are invalid.',
    hint: 'a file has at most 50 columns, whose names begin with a letter and differ; they become placeholders',
  })
