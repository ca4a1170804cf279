import type { campaignRoutes } from '../campaigns.ts'
import type { Docs } from './doc.ts'
import { sendProblems } from './messages.ts'

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

export const campaignDocs: Docs<typeof campaignRoutes> = {
  'GET /v2/campaigns': [
    'campaigns.list',
    'List campaigns',
    { parameters: { status: 'only campaigns with this status' } },
  ],
  'POST /v2/campaigns': [
    'campaigns.create',
    'Create a campaign as a draft',
    {
      description:
        'The text may have placeholders with a fallback, such as `{first_name|customer}`, and links: `{link https://example.com/}` becomes a short URL whose clicks are counted. The audience is read when the campaign starts.',
      body: {
        name: 'December offer',
        from: 'INFO',
        text: 'Hello {first_name|customer}, everything is 20% off: {link https://example.com/december}',
        audience: { bookIds: [1] },
        uniqueLinks: true,
        schedule: { at: '2030-12-24T09:00', zone: 'recipient' },
        pace: 6_000,
      },
      problems: ['too_many_campaigns', 'invalid_phone', ...contentProblems, ...scheduleProblems, ...audienceProblems],
    },
  ],
  'GET /v2/campaigns/:campaign': ['campaigns.get', 'Get a campaign with its progress and results'],
  'PUT /v2/campaigns/:campaign': [
    'campaigns.update',
    'Change a campaign',
    {
      description: 'After the start, only the pace can change.',
      body: { pace: 600 },
      problems: ['campaign_started', 'invalid_phone', ...contentProblems, ...scheduleProblems, ...audienceProblems],
    },
  ],
  'DELETE /v2/campaigns/:campaign': [
    'campaigns.delete',
    'Delete a draft or an ended campaign',
    { description: 'Its results and short links are deleted, its messages stay.', problems: ['campaign_state'] },
  ],
  'PUT /v2/campaigns/:campaign/file': [
    'campaigns.upload',
    'Upload recipients as a CSV file',
    {
      description:
        'The first row names the columns. One of them has the numbers, such as `phone`; the others are placeholders. Replaces an earlier file.',
      body: 'phone,first_name,code\n0712 345 678,Asha,A1\n',
      problems: ['campaign_started', 'invalid_file', 'no_valid_rows'],
    },
  ],
  'DELETE /v2/campaigns/:campaign/file': [
    'campaigns.removeFile',
    'Remove the uploaded recipients',
    { problems: ['campaign_started'] },
  ],
  'GET /v2/campaigns/:campaign/preview': [
    'campaigns.preview',
    'Count the recipients, calculate the price, and show messages as they would be sent',
    {
      description:
        'With `number`, shows the message of that recipient. `excluded` counts members of the audience that its exclusions leave out. Contacts in the audience also need the scope `contacts:read`.',
      parameters: {
        limit: 'maximum number of messages to show, from 1 to 100; by default 5',
        number: 'only the message to this number, in local or international form',
      },
      problems: ['no_route', 'not_in_audience', 'invalid_phone', ...textProblems],
    },
  ],
  'POST /v2/campaigns/:campaign/test': [
    'campaigns.test',
    'Send a campaign to a few numbers as a test',
    {
      description:
        'Placeholders have the values of one recipient: the first, or that with the number in `as`. Test messages cost as usual and do not count in the results.',
      body: { to: ['0712 345 678'] },
      problems: ['not_in_audience', 'invalid_phone', 'conflict', ...sendProblems, ...textProblems],
    },
  ],
  'POST /v2/campaigns/:campaign/start': [
    'campaigns.start',
    'Start a campaign, or schedule it by its `schedule`',
    {
      parameters: { inSeconds: 'delay of the start, from 1 to 60 seconds, in which it can be withdrawn' },
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
    },
  ],
  'POST /v2/campaigns/:campaign/withdraw': [
    'campaigns.withdraw',
    'Withdraw the start of a campaign that has not begun',
    {
      description: 'The campaign is a draft again, and nothing was sent. Fails if it has begun.',
      problems: ['campaign_state'],
    },
  ],
  'POST /v2/campaigns/:campaign/pause': ['campaigns.pause', 'Pause a campaign', { problems: ['campaign_state'] }],
  'POST /v2/campaigns/:campaign/resume': [
    'campaigns.resume',
    'Resume a paused campaign',
    { problems: ['campaign_state'] },
  ],
  'POST /v2/campaigns/:campaign/cancel': [
    'campaigns.cancel',
    'Cancel a campaign and its waiting messages',
    { description: 'Waiting messages cost nothing. Submitted ones still arrive.', problems: ['campaign_state'] },
  ],
  'POST /v2/campaigns/:campaign/resend': [
    'campaigns.resend',
    'Send the undelivered messages of an ended campaign again',
    {
      description: 'Creates and starts another campaign, whose texts and links are those of the first.',
      problems: ['campaign_state', 'nothing_to_resend', 'already_resent', 'too_many_campaigns'],
    },
  ],
  'GET /v2/campaigns/:campaign/results': ['campaigns.results', 'Get results by reason, by hour and by link'],
  'GET /v2/campaigns/:campaign/responses': [
    'campaigns.responses',
    'List recipients who replied, opted out or clicked',
    {
      description: 'Numbers are shown with the scope `messages:read`.',
      parameters: { kind: '`reply`, `opt_out` or `click`' },
    },
  ],
}
