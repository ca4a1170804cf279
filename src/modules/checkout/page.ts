import type { Texts } from '../../catalogs/index.ts'
import { escapeHtml } from '../../values/xml.ts'
import { type Choice, type Choices, takersFor } from './offers.ts'
import { style } from './page-style.ts'
import { type EndState, type State, showAmount, triesMax } from './rules.ts'
import type { Session } from './store.ts'
import type { StoredPayment } from './store-payments.ts'

/** The frame of all pages. The title carries the most important information. */
function layout(
  { language }: Texts,
  title: string,
  content: string,
  { note = '', refreshSeconds }: { readonly note?: string; readonly refreshSeconds?: number } = {},
): string {
  const refresh = refreshSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">\n`
  return `<!doctype html>
<html lang="${language}">
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

const simulatedNote = ({ t }: Texts) =>
  `<p class="note"><strong>${t.checkout.simulated}</strong> ${t.checkout.simulatedAbout}</p>\n`

const icons = {
  check: '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
  cross: '<path d="M7 7l10 10M17 7L7 17"/>',
  clock: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>',
} as const

const mark = (tone: 'good' | 'bad' | 'still', icon: keyof typeof icons) =>
  `<div class="mark ${tone}"><svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">${icons[icon]}</svg></div>\n`

/** In GMT, because the payer's time zone is unknown. */
function showTime({ language }: Texts, time: Date): string {
  const shown = time.toLocaleString(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hour12: false,
    timeZone: 'UTC',
  })
  return `<time datetime="${time.toISOString()}">${shown} GMT</time>`
}

const amountOf = ({ language }: Texts, { amount, currency }: Session) => `${showAmount(amount, language)} ${currency}`

const amountLine = ({ language }: Texts, { amount, currency }: Session) =>
  `<p class="amount">${showAmount(amount, language)} <span>${escapeHtml(currency)}</span></p>\n`

/** The amount, the payee if the heading lacks it, and `last`, a line with a time. */
function details(
  texts: Texts,
  { accountName, referenceNumber, phone }: Session,
  last: readonly [name: string, time: Date],
  payee = true,
): string {
  const { checkout } = texts.t
  const lines: readonly (readonly [string, string])[] = [
    ...(payee ? [[checkout.payee, escapeHtml(accountName)] as const] : []),
    [checkout.reference, escapeHtml(referenceNumber)],
    ...(phone === null ? [] : [[checkout.phone, `+${escapeHtml(phone)}`] as const]),
    [last[0], showTime(texts, last[1])],
  ]
  return `<dl>\n${lines.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>\n`).join('')}</dl>\n`
}

export interface PageLook {
  readonly path: string
  readonly formToken: string
  readonly choices: Choices
  /** The running attempt. */
  readonly payment: Pick<StoredPayment, 'method' | 'phone' | 'unknownAt'> | null
  /** The number in the submitted form cannot be used. */
  readonly isPhoneWrong: boolean
  readonly isSimulated: boolean
  readonly now: Date
  readonly texts: Texts
}

/**
 * The displayed state: an overdue session is shown as expired, even if that is not stored yet; one that a provider is
 * processing is pending.
 */
function viewOf({ state, startedAt, expiresAt }: Session, now: Date): State | 'pending' {
  if (state !== 'open') return state
  if (startedAt !== null) return 'pending'
  return expiresAt > now ? 'open' : 'expired'
}

export function showSession(session: Session, look: PageLook): string {
  const view = viewOf(session, look.now)
  const { texts } = look
  const { t, fill } = texts
  const note = look.isSimulated ? simulatedNote(texts) : ''
  if (view === 'open') {
    const title = fill(t.checkout.payTitle, { amount: amountOf(texts, session), payee: session.accountName })
    return layout(texts, title, query(session, look), { note })
  }
  if (view === 'pending')
    return layout(texts, `${t.checkout.pendingTitle} – ${session.accountName}`, pending(session, look), {
      note,
      refreshSeconds: refreshSecondsOf(look),
    })
  return layout(texts, `${t.checkout[view]} – ${session.accountName}`, ending(texts, session, view), { note })
}

/** A link back to the shop, if the account has named one. */
const shopLink = ({ t, fill }: Texts, { shopUrl, accountName }: Session) =>
  shopUrl === null
    ? ''
    : `<p class="words"><a href="${escapeHtml(shopUrl)}" rel="noreferrer">${escapeHtml(fill(t.checkout.backToShop, { shop: accountName }))}</a></p>\n`

function query(session: Session, look: PageLook): string {
  const { path, formToken, choices, isPhoneWrong, texts } = look
  const { t, fill } = texts
  const form = (action: string, fields: string, kind: string, label: string) =>
    `<form method="post" action="${path}/${action}"><input type="hidden" name="token" value="${formToken}">${fields}<button class="${kind}" type="submit">${label}</button></form>\n`
  const alert = (text: string) => `<p class="problem" role="alert">${text}</p>\n`
  const payLabel = escapeHtml(fill(t.checkout.pay, { amount: amountOf(texts, session) }))
  const isUsedUp = session.tries >= triesMax
  const forms = (isUsedUp ? [] : choices.choices).map((choice, index) => {
    const method = `<input type="hidden" name="method" value="${choice.method}">`
    const fields = `${method}${choice.asksPhone ? phoneField(choice, session, look) : ''}`
    return form('pay', fields, index === 0 ? 'pay' : 'other', index === 0 ? payLabel : t.checkout.payElsewhere)
  })
  const reason =
    forms.length > 0
      ? `${session.failedAt === null ? '' : alert(t.checkout.failed)}${isPhoneWrong ? alert(t.checkout.phoneInvalid) : ''}`
      : alert(
          isUsedUp
            ? t.checkout.triesUsedUp
            : choices.problem === 'amount'
              ? t.checkout.amountUnavailable
              : choices.problem === 'currency'
                ? escapeHtml(fill(t.checkout.currencyUnavailable, { currency: session.currency }))
                : t.checkout.unavailable,
        )
  return `<div class="inside">
<h1>${t.checkout.paying} <strong>${escapeHtml(session.accountName)}</strong></h1>
${amountLine(texts, session)}${details(texts, session, [t.checkout.openUntil, session.expiresAt], false)}${reason}<div class="actions">
${forms.join('')}${form('cancel', '', 'other', t.checkout.cancel)}</div>
${shopLink(texts, session)}</div>
`
}

/** With the number of the session if it can be used. */
function phoneField(choice: Choice, session: Session, { isPhoneWrong, texts: { t } }: PageLook): string {
  const value = takersFor(choice, null, session)[0]?.phone ?? ''
  return `<label>${t.checkout.phone}<input type="tel" name="phone" autocomplete="tel" maxlength="30" required value="${escapeHtml(value)}"${isPhoneWrong ? ' aria-invalid="true"' : ''}></label>`
}

/** Frequent enough to end soon, and rare enough for a screen reader to finish the page. */
const pendingSeconds = 5
/** A payment without a result for an hour may take days. */
const unknownSeconds = 60

const refreshSecondsOf = ({ payment }: PageLook) => (payment?.unknownAt ? unknownSeconds : pendingSeconds)

function pending(session: Session, look: PageLook): string {
  const { path, payment, isSimulated, texts } = look
  const { t, fill } = texts
  const elsewhere =
    session.redirectTo === null
      ? ''
      : `<a class="button pay" href="${escapeHtml(session.redirectTo)}" rel="noreferrer">${t.checkout.continueElsewhere}</a>\n`
  const onPhone =
    payment?.method === 'prompt' && payment.phone !== null && !isSimulated && payment.unknownAt === null
      ? `<p class="words">${fill(t.checkout.confirmOnPhone, { phone: `+${escapeHtml(payment.phone)}` })}</p>\n`
      : ''
  const unknown = payment?.unknownAt ? `<p class="words">${t.checkout.unknownAbout}</p>\n` : ''
  return `<div class="inside">
${mark('still', 'clock')}<h1 class="outcome">${t.checkout.pending}</h1>
${onPhone}${unknown}<p class="words" role="status">${fill(t.checkout.pendingAbout, { seconds: refreshSecondsOf(look) })}</p>
${amountLine(texts, session)}${details(texts, session, [t.checkout.startedAt, session.startedAt ?? session.createdAt])}<div class="actions">
${elsewhere}<a class="button other" href="${path}">${t.checkout.checkNow}</a>
</div>
</div>
`
}

const marks: Readonly<Record<EndState, string>> = {
  paid: mark('good', 'check'),
  cancelled: mark('bad', 'cross'),
  expired: mark('still', 'clock'),
}

function ending(texts: Texts, session: Session, state: EndState): string {
  const { checkout } = texts.t
  return `<div class="inside">
${marks[state]}<h1 class="outcome">${checkout[state]}</h1>
<p class="words" role="status">${checkout[`${state}About`]}</p>
${amountLine(texts, session)}${details(texts, session, [checkout[`${state}At`], session.endedAt ?? session.expiresAt])}${shopLink(texts, session)}</div>
`
}

/** A page without a session: `missing`, `rejected` or `fault`. */
export function showMessage(texts: Texts, name: 'missing' | 'rejected' | 'fault'): string {
  const { checkout } = texts.t
  return layout(
    texts,
    checkout[name],
    `<div class="inside">\n${mark('bad', 'cross')}<h1 class="outcome">${checkout[name]}</h1>\n<p class="words">${checkout[`${name}About`]}</p>\n</div>\n`,
  )
}
