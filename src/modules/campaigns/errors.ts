import { Refusal } from '../../values/refusal.ts'

export const campaignMissing = () =>
  new Refusal(404, 404, 'Campaign Not Found', {
    hint: 'the campaign was deleted or belongs to another account: take its ID from the list of campaigns',
    problem: 'campaign_not_found',
  })
export const campaignStarted = () =>
  new Refusal(409, 409, 'The Campaign Has Started', {
    hint: 'only the pace can still change: cancel the campaign and create another one',
    problem: 'campaign_started',
  })
export const wrongStatus = (status: string, action: string, allowed: string) =>
  new Refusal(
    409,
    409,
    `The Campaign Is ${status === 'draft' ? 'a ' : ''}${status[0]?.toUpperCase()}${status.slice(1)}`,
    {
      hint: `only ${allowed} can be ${action}`,
      plain: 'The Status of the Campaign Does Not Allow This',
      problem: 'campaign_state',
    },
  )
const notWithdrawn = (message: string, hint: string) =>
  new Refusal(409, 409, message, { hint, problem: 'campaign_state' })
export const campaignBegun = () =>
  notWithdrawn(
    'The Campaign Has Begun',
    'messages may have been sent, so the start cannot be withdrawn: pause or cancel the campaign',
  )
export const resendNotWithdrawn = () =>
  notWithdrawn('A Resend Cannot Be Withdrawn', 'cancel it: the failed messages can then be sent again')
export const campaignResent = () =>
  new Refusal(409, 409, 'The Campaign Was Already Sent Again', {
    hint: 'resend the newer campaign: it has the messages that failed again',
    problem: 'already_resent',
  })
export const audienceWanted = () =>
  new Refusal(400, 400, 'The Campaign Has No Audience', {
    hint: 'name an address book, a segment or contacts, or upload a file',
    problem: 'campaign_without_audience',
  })
export const tooManyCampaigns = (campaignsMax: number) =>
  new Refusal(409, 409, `The Account Already Has ${campaignsMax} Drafts and Running Campaigns`, {
    hint: 'delete a draft that you no longer need',
    problem: 'too_many_campaigns',
  })
export const notInAudience = () =>
  new Refusal(404, 404, 'Not a Recipient of the Campaign', {
    hint: 'the number is not in the audience, or is excluded',
    problem: 'not_in_audience',
  })
export const invalidLocalTime = () =>
  new Refusal(400, 400, 'Invalid Time', {
    hint: 'write a local time such as 2026-12-24T09:00, and the time zone separately',
    problem: 'invalid_time',
  })
export const unknownZone = () =>
  new Refusal(400, 400, 'Unknown Time Zone', {
    hint: 'use recipient, account, or a name such as Africa/Dar_es_Salaam',
    problem: 'invalid_zone',
  })
export const severalZones = (zones: readonly string[]) =>
  new Refusal(400, 400, 'The Country of the Account Has Several Time Zones', {
    hint: `name one of them: ${zones.slice(0, 10).join(', ')}`,
    problem: 'invalid_zone',
  })
export const startInPast = () =>
  new Refusal(400, 400, 'The Time Is in the Past', {
    hint: 'change the schedule to a later time, or remove it to start now',
    problem: 'time_in_past',
  })
export const invalidLink = (url: string) =>
  new Refusal(400, 400, `Invalid Link: ${url.slice(0, 100).toWellFormed()}`, {
    hint: 'write {link https://example.com/}: a complete URL of http or https, without a password or spaces',
    plain: 'Invalid Link',
    problem: 'invalid_link',
  })
export const invalidPlaceholder = (text: string) =>
  new Refusal(400, 400, `Invalid Placeholder: ${text.slice(0, 40).toWellFormed()}`, {
    hint: 'write {first_name} or {first_name|customer}, with a letter first and without spaces; campaigns use braces for nothing else',
    plain: 'Invalid Placeholder',
    problem: 'unknown_placeholder',
  })
export const tooManyLinks = (linksMax: number) =>
  new Refusal(400, 400, `The Text Has More Than ${linksMax} Links`, {
    hint: 'remove some of them',
    problem: 'too_many_links',
  })
const badFile = (message: string, hint: string) => new Refusal(400, 400, message, { hint, problem: 'invalid_file' })
export const columnMissing = () =>
  badFile('No Phone Number Column', 'name the column phone, mobile or mob_no in the first line of the file')
export const badColumns = () =>
  badFile(
    'Invalid Columns',
    'a file has at most 50 columns, whose names begin with a letter and differ; they become placeholders',
  )
export const noValidRows = () =>
  new Refusal(400, 400, 'No Row Has a Valid Phone Number', {
    hint: 'check the column with the numbers, and the country of the account',
    problem: 'no_valid_rows',
  })
export const linksUnavailable = () =>
  new Refusal(409, 409, 'The Server Has No Public Address for Short Links', {
    hint: 'the operator sets NGOMA_PUBLIC_URL or NGOMA_HOST_LINKS',
    problem: 'links_unavailable',
  })
