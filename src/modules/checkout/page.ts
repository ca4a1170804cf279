import { style } from './page-style.ts'
import { type EndState, type State, showAmount } from './rules.ts'
import type { Session } from './store.ts'

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Everything that somebody else wrote goes through it, also where it could do no harm. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')

/** A page of this product. What a payer should know at once stands in its title. */
function layout(
  title: string,
  content: string,
  { note = '', refreshSeconds }: { readonly note?: string; readonly refreshSeconds?: number } = {},
): string {
  const refresh = refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">\n`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
${refresh}<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${note}${content}</main>
</body>
</html>
`
}

const simulatedNote = '<p class="note"><strong>Simulated payment.</strong> No money moves.</p>\n'

const icons = {
  check: '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
  cross: '<path d="M7 7l10 10M17 7L7 17"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
} as const

const mark = (tone: 'good' | 'bad' | 'still', icon: keyof typeof icons) =>
  `<div class="mark ${tone}"><svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">${icons[icon]}</svg></div>\n`

/** GMT, because nobody told us where the payer is. */
function showTime(time: Date): string {
  const iso = time.toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 16)} GMT</time>`
}

const amountOf = ({ amount, currency }: Session) => `${showAmount(amount)} ${currency}`

const amountLine = ({ amount, currency }: Session) =>
  `<p class="amount">${showAmount(amount)} <span>${escapeHtml(currency)}</span></p>\n`

/** What is paid to whom, where the heading does not say the latter; `last` is the line with a time in it. */
function details(
  { accountName, referenceNumber, phone }: Session,
  last: readonly [name: string, time: Date],
  payee = true,
): string {
  const lines: readonly (readonly [string, string])[] = [
    ...(payee ? [['To', escapeHtml(accountName)] as const] : []),
    ['Reference', escapeHtml(referenceNumber)],
    ...(phone === null ? [] : [['Mobile', `+${escapeHtml(phone)}`] as const]),
    [last[0], showTime(last[1])],
  ]
  return `<dl>\n${lines.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>\n`).join('')}</dl>\n`
}

export interface PageLook {
  readonly path: string
  readonly formToken: string
  readonly simulated: boolean
  /** Whether the provider it was opened with is here. */
  readonly canBePaid: boolean
  readonly now: Date
}

/**
 * How it is shown: a session whose time is over has expired, whether or not that is written yet; one that a provider
 * works on is under way.
 */
function viewOf({ state, startedAt, expiresAt }: Session, now: Date): State | 'pending' {
  if (state !== 'open') return state
  if (startedAt !== null) return 'pending'
  return expiresAt > now ? 'open' : 'expired'
}

export function showSession(session: Session, look: PageLook): string {
  const view = viewOf(session, look.now)
  const note = look.simulated ? simulatedNote : ''
  if (view === 'open')
    return layout(`Pay ${amountOf(session)} to ${session.accountName}`, question(session, look), { note })
  if (view === 'pending')
    return layout(`Payment under way – ${session.accountName}`, pending(session, look), {
      note,
      refreshSeconds: pendingSeconds,
    })
  return layout(`${outcomes[view].title} – ${session.accountName}`, ending(session, view), { note })
}

function question(session: Session, { path, formToken, canBePaid }: PageLook): string {
  const form = (action: string, kind: string, label: string) =>
    `<form method="post" action="${path}/${action}"><input type="hidden" name="token" value="${formToken}"><button class="${kind}" type="submit">${label}</button></form>\n`
  const failed =
    session.failedAt === null
      ? ''
      : '<p class="problem" role="alert">The payment did not go through. No money was taken; you can try again.</p>\n'
  const absent = '<p class="problem" role="alert">This can not be paid at the moment. Please try again later.</p>\n'
  return `<div class="inside">
<h1>You are paying <strong>${escapeHtml(session.accountName)}</strong></h1>
${amountLine(session)}${details(session, ['Open until', session.expiresAt], false)}${canBePaid ? failed : absent}<div class="actions">
${canBePaid ? form('pay', 'pay', `Pay ${escapeHtml(amountOf(session))}`) : ''}${form('cancel', 'other', 'Cancel')}</div>
</div>
`
}

/** Often enough to be there soon, and rarely enough to be read to its end. */
const pendingSeconds = 5

function pending(session: Session, { path }: PageLook): string {
  const elsewhere =
    session.redirectTo === null
      ? ''
      : `<a class="button pay" href="${escapeHtml(session.redirectTo)}" rel="noreferrer">Continue to payment</a>\n`
  return `<div class="inside">
${mark('still', 'clock')}<h1 class="outcome">Your payment is under way</h1>
<p class="words">This page looks for the result every ${pendingSeconds} seconds. You need not pay again.</p>
${amountLine(session)}${details(session, ['Started', session.startedAt ?? session.createdAt])}<div class="actions">
${elsewhere}<a class="button other" href="${path}">Look now</a>
</div>
</div>
`
}

const outcomes: Readonly<
  Record<EndState, { readonly title: string; readonly words: string; readonly when: string; readonly mark: string }>
> = {
  paid: { title: 'Paid', words: 'Thank you. You can close this page.', when: 'Paid', mark: mark('good', 'check') },
  cancelled: {
    title: 'Cancelled',
    words: 'Nothing was paid. You can close this page.',
    when: 'Cancelled',
    mark: mark('bad', 'cross'),
  },
  expired: {
    title: 'Expired',
    words: 'The time to pay is over, and nothing was paid. Please go back to the shop and start again.',
    when: 'Expired',
    mark: mark('still', 'clock'),
  },
}

function ending(session: Session, state: EndState): string {
  const { title, words, when, mark } = outcomes[state]
  return `<div class="inside">
${mark}<h1 class="outcome">${title}</h1>
<p class="words" role="status">${words}</p>
${amountLine(session)}${details(session, [when, session.endedAt ?? session.expiresAt])}</div>
`
}

/** What is said where there is no session to show. */
export const showMessage = (title: string, words: string) =>
  layout(
    title,
    `<div class="inside">\n${mark('bad', 'cross')}<h1 class="outcome">${title}</h1>\n<p class="words">${words}</p>\n</div>\n`,
  )
