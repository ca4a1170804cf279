import { Refusal } from '../../../values/refusal.ts'
import { timeWanted } from '../../../values/time.ts'

/** Refusals of sends by the account API. */

export const contentWanted = () =>
  new Refusal(400, 104, 'Missing Or Ambiguous Content', {
    hint: 'give exactly one of text, template_id and binary',
    problem: 'invalid_content',
  })
export const recipientsWanted = () =>
  new Refusal(400, 119, 'Missing Recipients', {
    hint: 'give recipients in to, contact_ids, book_ids or segment_ids, such as "to": ["0712 345 678"]',
    problem: 'missing_recipients',
  })
export const invalidBinary = (hint: string) =>
  new Refusal(400, 109, 'Invalid Binary Message', { hint, problem: 'invalid_binary' })
export const invalidCallbackUrl = (why: string) =>
  new Refusal(400, 104, 'Invalid Callback URL', {
    hint: `callback_url: ${why}`,
    hintRepeats: true,
    problem: 'invalid_callback_url',
  })
export const invalidNotBefore = () =>
  new Refusal(400, 117, 'Invalid Time', { hint: `not_before is ${timeWanted}`, problem: 'invalid_time' })
export const notBeforeInPast = (now: Date) =>
  new Refusal(400, 112, 'Time Is In The Past', {
    hint: `not_before is in the past: the time is ${now.toISOString()}; omit it to send immediately`,
    problem: 'time_in_past',
  })
export const windowsApart = () =>
  new Refusal(400, 400, 'Sending Windows Do Not Overlap', {
    hint: 'send_window and the sending window of the account have no hour in common; see GET /v2/sending-window, or npx ngoma account window',
    problem: 'send_window_closed',
  })
export const windowOpensTooLate = () =>
  new Refusal(400, 400, 'Sending Window Opens Too Late', {
    hint: 'all messages would expire before send_window opens; give a longer validity, or a not_before within the window',
    problem: 'send_window_too_late',
  })
export const tooManyNumbers = (max: number, count: number) =>
  new Refusal(400, 114, `Recipients Exceed Maximum Of ${max}`, {
    hint: `to has ${count} entries; split them into ${Math.ceil(count / max)} requests, or send to an address book`,
    problem: 'too_many_recipients',
  })
export const nothingToResend = () =>
  new Refusal(409, 409, 'Nothing To Resend', {
    hint: 'only messages that ended undelivered, and were not cancelled, can be sent again',
    problem: 'nothing_to_resend',
  })
export const alreadyResent = () =>
  new Refusal(409, 409, 'Already Sent Again', {
    hint: 'all undelivered messages were sent again: resend the newer request, or send these once more with again=true (--again)',
    problem: 'already_resent',
  })
export const textRemoved = () =>
  new Refusal(409, 409, 'Text Removed', {
    hint: 'the text of this request was removed by the retention settings or an erasure; send a new one',
    problem: 'text_removed',
  })
export const linksNeedCampaign = () =>
  new Refusal(400, 400, 'Links Work in Campaigns Only', {
    hint: 'write the URL without {link }, or send the text as a campaign',
    problem: 'links_need_campaign',
  })
