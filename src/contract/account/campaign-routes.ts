import { CsvFile, resource, route } from '../route.ts'
import { nullable, objectOf, oneOf, pagesOf, queryOf, Time } from '../shapes.ts'
import { Type } from '../type.ts'
import { Campaign, CampaignChange, CampaignPreview, CampaignResults, NewCampaign, responseKinds } from './campaigns.ts'
import { Sent } from './messages.ts'
import { PhoneTyped, sendProblems } from './send.ts'

/** A recipient who replied, opted out or clicked, with the first time. */
const Response = objectOf({
  kind: oneOf(responseKinds),
  messageId: Type.Integer(),
  /** Null when the message was removed. */
  phone: nullable(Type.String()),
  happenedAt: Time,
})

const testNumbersMax = 5

const audienceProblems = [
  'contact_not_found',
  'book_not_found',
  'segment_not_found',
  'segment_incomplete',
  'segment_too_slow',
] as const

const contentProblems = [
  'invalid_message',
  'unknown_placeholder',
  'invalid_link',
  'too_many_links',
  'invalid_send_window',
] as const

const scheduleProblems = ['invalid_time', 'invalid_zone'] as const

const textProblems = [
  'unknown_placeholder',
  'invalid_message',
  'links_unavailable',
  'campaign_without_audience',
  ...audienceProblems,
] as const

export const campaignFileBytesMax = 2 ** 28

export const campaigns = resource('campaigns', 'campaigns', {
  list: route('GET /v2/campaigns', 'viewer', 'List campaigns', {
    columns:
      'id, name, status, startsAt, progress.recipients, progress.processed, results.delivered, results.failed, results.price, currency',
    names: ['name'],
    reads: 'contacts.read',
    ...pagesOf(Campaign, 'status', 'q'),
    parameters: { status: 'only campaigns with this status' },
  }),
  create: route('POST /v2/campaigns', 'member', 'Create a campaign as a draft', {
    command: null,
    does: 'campaign.create',
    description:
      'The text may have placeholders with a fallback, such as `{first_name|customer}`, and links: `{link https://example.com/}` becomes a short URL whose clicks are counted. The audience is read when the campaign starts.',
    body: NewCampaign,
    example: {
      name: 'December offer',
      from: 'INFO',
      text: 'Hello {first_name|customer}, everything is 20% off: {link https://example.com/december}',
      audience: { bookIds: [1] },
      uniqueLinks: true,
      schedule: { at: '2030-12-24T09:00', zone: 'recipient' },
      pace: 6_000,
    },
    status: 201,
    answer: Campaign,
    problems: ['too_many_campaigns', 'invalid_phone', ...contentProblems, ...scheduleProblems, ...audienceProblems],
  }),
  get: route('GET /v2/campaigns/:campaign', 'viewer', 'Get a campaign with its progress and results', {
    command: null,
    reads: 'contacts.read',
    answer: Campaign,
  }),
  update: route('PUT /v2/campaigns/:campaign', 'member', 'Change a campaign', {
    command: null,
    does: 'campaign.change',
    description: 'After the start, only the pace can change.',
    body: CampaignChange,
    example: { pace: 600 },
    answer: Campaign,
    problems: ['campaign_started', 'invalid_phone', ...contentProblems, ...scheduleProblems, ...audienceProblems],
  }),
  delete: route('DELETE /v2/campaigns/:campaign', 'member', 'Delete a draft or an ended campaign', {
    does: 'campaign.remove',
    description: 'Its results and short links are deleted, its messages stay.',
    problems: ['campaign_state'],
  }),
  upload: route('PUT /v2/campaigns/:campaign/file', 'member', 'Upload recipients as a CSV file', {
    command: null,
    does: 'campaign.file',
    bodyLimit: campaignFileBytesMax,
    description:
      'The first row names the columns. One of them has the numbers, such as `phone`; the others are placeholders. Replaces an earlier file.',
    query: queryOf('name'),
    body: CsvFile,
    example: 'phone,first_name,code\n0712 345 678,Asha,A1\n',
    answer: Campaign,
    problems: ['campaign_started', 'invalid_file', 'no_valid_rows'],
  }),
  removeFile: route('DELETE /v2/campaigns/:campaign/file', 'member', 'Remove the uploaded recipients', {
    command: null,
    does: 'campaign.file-remove',
    problems: ['campaign_started'],
  }),
  preview: route(
    'GET /v2/campaigns/:campaign/preview',
    'viewer',
    'Count the recipients, calculate the price, and show messages as they would be sent',
    {
      command: null,
      reads: 'contacts.read',
      description:
        'With `number`, shows the message of that recipient. `excluded` counts members of the audience that its exclusions leave out. Contacts in the audience also need the scope `contacts:read`.',
      query: queryOf('limit', 'number'),
      parameters: {
        limit: 'maximum number of messages to show, from 1 to 100; by default 5',
        number: 'only the message to this number, in local or international form',
      },
      answer: CampaignPreview,
      problems: ['no_route', 'not_in_audience', 'invalid_phone', ...textProblems],
    },
  ),
  test: route('POST /v2/campaigns/:campaign/test', 'member', 'Send a campaign to a few numbers as a test', {
    command: null,
    does: 'campaign.test',
    isTraffic: true,
    storesKey: true,
    description:
      'Placeholders have the values of one recipient: the first, or that with the number in `as`. Test messages cost as usual and do not count in the results.',
    body: objectOf({
      to: Type.Array(PhoneTyped, { minItems: 1, maxItems: testNumbersMax }),
      /** The recipient whose values fill the placeholders; by default the first of the audience. */
      as: Type.Optional(PhoneTyped),
    }),
    example: { to: ['0712 345 678'] },
    answer: Sent,
    problems: ['not_in_audience', 'invalid_phone', 'conflict', ...sendProblems, ...textProblems],
  }),
  start: route('POST /v2/campaigns/:campaign/start', 'member', 'Start a campaign, or schedule it by its `schedule`', {
    command: null,
    does: 'campaign.start',
    query: queryOf('inSeconds'),
    parameters: { inSeconds: 'delay of the start, from 1 to 60 seconds, in which it can be withdrawn' },
    answer: Campaign,
    problems: [
      'campaign_state',
      'time_in_past',
      'invalid_zone',
      'send_window_closed',
      'unknown_sender',
      'sender_inactive',
      'invalid_sender',
      ...textProblems,
    ],
  }),
  withdraw: route(
    'POST /v2/campaigns/:campaign/withdraw',
    'member',
    'Withdraw the start of a campaign that has not begun',
    {
      done: 'Campaign {id} is a draft again. Nothing was sent.',
      next: ['To start it: ngoma campaign start {id}'],
      columns: 'status',
      does: 'campaign.withdraw',
      description: 'The campaign is a draft again, and nothing was sent. Fails if it has begun.',
      answer: Campaign,
      problems: ['campaign_state'],
    },
  ),
  pause: route('POST /v2/campaigns/:campaign/pause', 'member', 'Pause a campaign', {
    next: ['To resume it: ngoma campaign resume {id}', 'To cancel it: ngoma campaign cancel {id}'],
    columns: 'status, progress.processed, progress.pending',
    does: 'campaign.pause',
    answer: Campaign,
    problems: ['campaign_state'],
  }),
  resume: route('POST /v2/campaigns/:campaign/resume', 'member', 'Resume a paused campaign', {
    command: null,
    does: 'campaign.resume',
    answer: Campaign,
    problems: ['campaign_state'],
  }),
  cancel: route('POST /v2/campaigns/:campaign/cancel', 'member', 'Cancel a campaign and its waiting messages', {
    columns: 'status, progress.processed, results.cancelled',
    does: 'campaign.cancel',
    description: 'Waiting messages cost nothing. Submitted ones still arrive.',
    answer: Campaign,
    problems: ['campaign_state'],
  }),
  resend: route(
    'POST /v2/campaigns/:campaign/resend',
    'member',
    'Send the undelivered messages of an ended campaign again',
    {
      command: null,
      does: 'campaign.resend',
      description: 'Creates and starts another campaign, whose texts and links are those of the first.',
      status: 201,
      answer: Campaign,
      problems: ['campaign_state', 'nothing_to_resend', 'already_resent', 'too_many_campaigns'],
    },
  ),
  results: route('GET /v2/campaigns/:campaign/results', 'viewer', 'Get results by reason, by hour and by link', {
    command: null,
    reads: 'contacts.read',
    answer: CampaignResults,
  }),
  responses: route(
    'GET /v2/campaigns/:campaign/responses',
    'viewer',
    'List recipients who replied, opted out or clicked',
    {
      columns: 'happenedAt, kind, phone, messageId',
      reads: 'messages.read',
      description: 'Numbers are shown with the scope `messages:read`.',
      ...pagesOf(Response, 'kind'),
      parameters: { kind: '`reply`, `opt_out` or `click`' },
    },
  ),
})
