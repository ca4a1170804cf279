import type { Attention } from '../../../../src/contract/account/overview.ts'
import { showAmount, showTime } from '../../parts/formats.ts'
import { productName } from '../../parts/labels.ts'
import { fill, t } from '../../text.ts'

/** An entry in the user’s language. The server’s English sentence stands in when its details are incomplete. */
export function alertText({ kind, text, detail }: Attention): string {
  const { name, count, since, reason, state } = detail
  const time = since === undefined ? null : showTime(new Date(since))
  const { alerts } = t.home
  if (kind === 'credit_low') return creditText(detail) ?? text
  if (kind === 'approval_waiting') return count === undefined ? text : fill(alerts.approvals, { count })
  if (kind === 'requests_refused')
    return count === undefined ? text : fill(alerts.refused, { count, time: showTime(startOfDay()) })
  if (name === undefined) {
    if (count === undefined) return text
    return fill(kind === 'webhook_failing' ? alerts.moreWebhooks : alerts.sendersPending, { count })
  }
  if (kind === 'sender_pending') return fill(alerts.senderPending, { name })
  if (kind === 'sender_rejected')
    return reason === undefined
      ? fill(alerts.senderRejected, { name })
      : fill(alerts.senderRejectedReason, { name, reason })
  if (kind === 'carrier_down') {
    if (time !== null) return fill(alerts.carrierAway, { name, time })
    return reason === undefined ? fill(alerts.carrierOut, { name }) : fill(alerts.carrierOutReason, { name, reason })
  }
  if (kind === 'provider_away' && time !== null)
    return reason === undefined
      ? fill(alerts.providerAway, { name, time })
      : fill(alerts.providerAwayReason, { name, time, reason })
  if (state === 'gone') return fill(alerts.webhookGone, { name })
  if (state === 'disabled') return fill(alerts.webhookDisabled, { name })
  return time === null ? fill(alerts.webhookFailing, { name }) : fill(alerts.webhookFailingSince, { name, time })
}

function creditText({ product, currency, available, level }: Attention['detail']): string | null {
  if (product === undefined) return null
  const name = productName(product)
  if (available === undefined || level === undefined) return fill(t.home.alerts.creditUsedUp, { product: name })
  return fill(t.home.alerts.creditLow, {
    product: name,
    available: showAmount(available, currency),
    level: showAmount(level, currency),
  })
}

/** Rejected requests are counted from midnight in GMT, whose time is shown in the zone of the user. */
const startOfDay = () => new Date(new Date().setUTCHours(0, 0, 0, 0))
