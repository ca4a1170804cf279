import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Campaign, CampaignResults } from '../contract/account/campaigns.ts'
import type { Quote } from '../contract/account/send.ts'
import { describeDuration, progressLine, rateOf, type Sample, secondsLeft } from './campaign-follow.ts'
import { describeCampaign, describePause, describePreview, describeSchedule, questionOf } from './campaign-view.ts'
import { describeResults, hoursAsCsv } from './campaigns.ts'

const noResults = {
  sent: 0,
  delivered: 0,
  failed: 0,
  cancelled: 0,
  replies: 0,
  replied: 0,
  optOuts: 0,
  clicks: 0,
  clicked: 0,
  price: '0.0000',
}

const noProgress = {
  recipients: 0,
  processed: 0,
  queued: 0,
  invalid: 0,
  duplicates: 0,
  optedOut: 0,
  doNotDisturb: 0,
  noConsent: 0,
  pending: 0,
}

const draft: Campaign = {
  id: 3,
  name: 'December offer',
  status: 'draft',
  pauseReason: null,
  pauseHint: null,
  from: 'INFO',
  text: 'Hello {first_name|customer}',
  audience: { bookIds: [1, 2], segmentIds: [], contactIds: [], exclude: { bookIds: [5], segmentIds: [], numbers: [] } },
  file: null,
  uniqueLinks: false,
  smartEncoding: null,
  flash: false,
  sendWindow: null,
  validity: null,
  schedule: null,
  pace: null,
  replyHours: 72,
  resendOf: null,
  createdAt: '2030-12-01T08:00:00.000Z',
  startsAt: null,
  endedAt: null,
  progress: noProgress,
  results: noResults,
  currency: 'TZS',
}

const sending: Campaign = {
  ...draft,
  status: 'sending',
  startsAt: '2030-12-24T06:00:00.000Z',
  progress: { ...noProgress, recipients: 4_000, processed: 1_000, queued: 990, optedOut: 10, pending: 40 },
  results: { ...noResults, sent: 960, delivered: 940, failed: 10, price: '960.0000' },
}

describe('progress of a campaign', () => {
  it('shows place, results, rate and time left', () => {
    assert.equal(
      progressLine(sending, 50),
      'campaign 3  [######..................]  25%  1,000 of 4,000  940 delivered, 10 failed  50/s  1 min left',
    )
    assert.equal(progressLine(sending, 50, 80), '25%  1,000 of 4,000  940 delivered, 10 failed  50/s  1 min left')
  })

  it('shows pending messages when all recipients are processed', () => {
    const last = { ...sending, progress: { ...sending.progress, processed: 4_000 } }
    assert.match(progressLine(last, 50), / 100% {2}4,000 of 4,000 {2}940 delivered, 10 failed {2}40 pending$/)
  })

  it('shows neither rate nor time left while nothing moves', () => {
    assert.match(progressLine(sending, 0), /10 failed$/)
  })

  it('shows the time of a scheduled campaign', () => {
    assert.equal(progressLine({ ...sending, status: 'scheduled' }, 0), 'campaign 3  starts at 2030-12-24 06:00 GMT')
    assert.equal(progressLine({ ...draft, status: 'preparing' }, 0), 'campaign 3  reading the audience')
  })

  const rates: readonly (readonly [string, readonly Sample[], number])[] = [
    ['no samples', [], 0],
    ['one sample', [{ atMs: 0, processed: 5 }], 0],
    [
      'two samples',
      [
        { atMs: 0, processed: 0 },
        { atMs: 2_000, processed: 100 },
      ],
      50,
    ],
    [
      'samples older than a minute',
      [
        { atMs: 0, processed: 0 },
        { atMs: 60_000, processed: 6_000 },
        { atMs: 100_000, processed: 6_400 },
      ],
      10,
    ],
  ]
  for (const [title, samples, rate] of rates)
    it(`calculates the rate of ${title}`, () => assert.equal(rateOf(samples), rate))

  const times: readonly (readonly [string, number | null, number, number | null])[] = [
    ['from the measured rate', null, 10, 300],
    ['from the pace when it is slower', 60, 10, 3_000],
    ['from the pace when nothing is measured yet', 600, 0, 300],
    ['not at all while nothing moves', null, 0, null],
  ]
  for (const [title, pace, rate, seconds] of times)
    it(`estimates the time left ${title}`, () => assert.equal(secondsLeft({ ...sending, pace }, rate), seconds))

  const durations: readonly (readonly [number, string])[] = [
    [0, '0 s'],
    [45, '45 s'],
    [60, '1 min'],
    [200, '3 min 20 s'],
    [7_500, '2 h 5 min'],
    [90_000, '1 d 1 h'],
  ]
  for (const [seconds, text] of durations)
    it(`writes ${seconds} seconds as ${text}`, () => assert.equal(describeDuration(seconds), text))
})

describe('texts about a campaign', () => {
  const quote: Quote = {
    parts: 1,
    encoding: 'gsm',
    partsTotal: 490,
    recipients: { total: 500, valid: 490, invalid: 2, duplicates: 1, optedOut: 7, doNotDisturb: 3, noConsent: 0 },
    price: '7350.0000',
    currency: 'TZS',
    byCountry: [],
    available: '5000.0000',
    enough: false,
    delayed: 0,
    smartEncoding: {
      used: false,
      with: { partsTotal: 490, price: '7350.0000' },
      without: { partsTotal: 490, price: '7350.0000' },
      replaced: [],
    },
    missing: [{ placeholder: 'code', messages: 4 }],
    samples: [{ phone: '255712345678', text: 'Hello Asha', encoding: 'gsm', parts: 1, price: '15.0000' }],
  }

  it('ask with the number of recipients, the price and the time', () => {
    assert.equal(questionOf(quote, null), 'Send to 490 people for 7,350 TZS?')
    assert.equal(
      questionOf(quote, { at: '2030-12-24T09:00', zone: 'recipient' }),
      'Send to 490 people for 7,350 TZS on Tuesday 24 December 2030 at 09:00, in the time zone of each recipient?',
    )
  })

  it('name the zone of a schedule', () => {
    assert.match(
      describeSchedule({ at: '2030-12-24T09:00', zone: 'account' }),
      /09:00, in the time zone of the account$/,
    )
    assert.match(describeSchedule({ at: '2030-12-24T09:00', zone: 'Africa/Kinshasa' }), /time zone Africa\/Kinshasa$/)
  })

  it('show the preview with excluded recipients, gaps and missing credit', () => {
    assert.equal(
      describePreview(quote),
      [
        '490 recipients. Excluded: 2 invalid, 1 duplicate, 4 opted out, 3 on the do-not-disturb list.',
        'At most 1 part of GSM 03.38 per message, 490 in total.',
        'Without a value for {code}: 4 messages. For a fallback, write {code|text}.',
        'Estimated cost: 7,350 TZS. Available: 5,000 TZS, which is not enough.',
        '',
        'NUMBER         PARTS  PRICE  TEXT',
        '+255712345678  1      15     Hello Asha',
      ].join('\n'),
    )
  })

  it('explain a pause', () => {
    assert.equal(describePause({ pauseReason: null, pauseHint: null }), 'a user paused it')
    assert.equal(
      describePause({ pauseReason: 'insufficient_balance', pauseHint: 'add credit, then resume the campaign' }),
      'the credit is used up (add credit, then resume the campaign)',
    )
  })

  it('leave out settings that are not set', () => {
    assert.equal(
      describeCampaign(draft),
      [
        'Campaign   3',
        'Name       December offer',
        'Status     draft',
        'From       INFO',
        'Text       Hello {first_name|customer}',
        'Audience   address books 1, 2',
        'Excluded   address book 5',
        'Replies    within 72 hours',
        'Created    2030-12-01 08:00 GMT',
      ].join('\n'),
    )
  })
})

describe('results of a campaign', () => {
  const results: CampaignResults = {
    campaign: { ...sending, status: 'done', uniqueLinks: true, results: { ...sending.results, clicks: 9, clicked: 5 } },
    reasons: [{ reason: 'absent_subscriber', explanation: 'The phone is switched off', messages: 10 }],
    hours: [
      { hour: '2030-12-24T06:00:00.000Z', ...noResults, sent: 960, delivered: 940, optOuts: 2, price: '960.0000' },
    ],
    links: [{ url: 'https://example.com/', clicks: 9 }],
  }

  it('have a table for reasons, hours and links', () => {
    assert.equal(
      describeResults(results),
      [
        'Campaign 3 (December offer) is done: 1,000 of 4,000 recipients processed.',
        '990 messages: 940 delivered, 10 failed, 40 pending. Price: 960 TZS.',
        'Without a message: 10 opted out.',
        'Within 72 hours: 0 replies from 0 recipients, 0 opt-outs. 9 clicks by 5 recipients.',
        '',
        'FAILED  REASON             EXPLANATION',
        '10      absent_subscriber  The phone is switched off',
        '',
        'HOUR                  SENT  DELIVERED  FAILED  REPLIES  OPT-OUTS  CLICKS  PRICE (TZS)',
        '2030-12-24 06:00 GMT  960   940        0       0        2         0       960',
        '',
        'CLICKS  LINK',
        '9       https://example.com/',
      ].join('\n'),
    )
  })

  it('are a row for each hour as CSV', () => {
    assert.equal(
      hoursAsCsv(results),
      'hour,sent,delivered,failed,cancelled,replies,replied,opt_outs,clicks,clicked,price\r\n2030-12-24T06:00:00.000Z,960,940,0,0,0,0,2,0,0,960.0000\r\n',
    )
  })
})
