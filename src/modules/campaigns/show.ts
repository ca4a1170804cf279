import type { Campaign as Shown } from '../../contract/account/campaigns.ts'
import type { Sendable } from '../../contract/shapes.ts'
import type { Campaign } from './store.ts'

const hints: Readonly<Record<NonNullable<Shown['pauseReason']>, string>> = {
  insufficient_balance: 'The credit ran out. Add credit, then resume the campaign.',
  daily_limit: 'The account reached its limit of messages per day. Resume the campaign tomorrow.',
  sender: 'The sender ID is no longer active. Activate it, then resume the campaign.',
  no_route: 'No carrier serves the recipients. Ask your operator, then resume the campaign.',
  audience:
    'The audience is empty or cannot be read. Check its address books and segments, then resume or cancel the campaign.',
  settings: 'The text or the settings no longer work. Cancel the campaign, and create another one.',
  error: 'The server failed repeatedly. The operator finds the cause in the log; then resume the campaign.',
}

export function showCampaign(campaign: Campaign, currency: string): Sendable<Shown> {
  const { id, name, status, pauseReason, sender, text, audience, options, pace, replyHours } = campaign
  const { recipients, position, queued, invalid, duplicates, optedOut, doNotDisturb, noConsent } = campaign
  const { sent, delivered, failed, cancelled, replies, replied, optOuts, clicks, clicked, cost } = campaign
  return {
    ...{ id, name, status, pauseReason, from: sender, text },
    audience: {
      ...audience,
      exclude: { ...audience.exclude, numbers: audience.exclude.numbers.map((one) => `+${one}`) },
    },
    pauseHint: pauseReason === null ? null : hints[pauseReason],
    file: campaign.fileUpload === null ? null : fileOf(campaign),
    ...options,
    ...{ pace, replyHours, resendOf: campaign.resends },
    createdAt: campaign.createdAt,
    startsAt: campaign.startsAt,
    endedAt: campaign.endedAt,
    progress: {
      ...{ recipients, processed: position, queued, invalid, duplicates, optedOut, doNotDisturb, noConsent },
      pending: Math.max(0, queued - delivered - failed - cancelled),
    },
    results: { sent, delivered, failed, cancelled, replies, replied, optOuts, clicks, clicked, price: cost },
    currency,
  }
}

const fileOf = ({ fileName, fileRows, fileInvalid, fileColumns }: Campaign) => ({
  name: fileName,
  rows: fileRows,
  invalid: fileInvalid,
  columns: fileColumns ?? [],
})
