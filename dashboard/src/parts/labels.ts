import { fill, t, wordFor } from '../text.ts'

/** The prefix of a price or a route. */
export const showPrefix = (prefix: string) => (prefix === '' ? t.shared.allNumbers : `+${prefix}…`)

/** Names of the channels: brand names, and SMS. */
const names: Readonly<Record<string, string>> = {
  sms: 'SMS',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  messenger: 'Messenger',
  instagram: 'Instagram',
  viber: 'Viber',
}

export const nameOfChannel = (channel: string) => names[channel] ?? channel

/** The name of a carrier as users read it. */
export const carrierName = (name: string): string => (name === 'simulator' ? t.shared.simulated : name)

export const productName = (product: string): string => wordFor(t.shared.products, product)

const order = Object.keys(t.shared.products)

export const productChoices = order.map((product) => [product, productName(product)] as const)

/** Compares by the order of the lists. Unknown products come last. */
export const byProduct = (
  { product: one }: { readonly product: string },
  { product: other }: { readonly product: string },
) => placeOf(one) - placeOf(other)

const placeOf = (product: string) => (order.includes(product) ? order.indexOf(product) : order.length)

/** A process by its machine and process ID, without the part of the name that only makes it unique. */
export function showProcess(name: string): string {
  const [machine = '', process] = name.split(':')
  return process === undefined ? machine : fill(t.shared.process, { machine, process })
}

/** Why a message failed or a recipient was skipped, in the user’s language; the server’s explanation for other codes. */
export function explainReason(
  reason: string | null | undefined,
  explanation: string | null | undefined,
): string | null {
  if (reason === null || reason === undefined) return explanation ?? null
  const texts: Readonly<Record<string, string>> = t.messages.reasons
  const known = texts[reason]
  if (known !== undefined) return known
  const [, status] = /^carrier_status_([0-9a-f]+)$/.exec(reason) ?? []
  if (status !== undefined) return fill(t.messages.carrierStatus, { status: `0x${status.toUpperCase()}` })
  const [, httpStatus] = /^http_(\d{3})$/.exec(reason) ?? []
  if (httpStatus !== undefined) return fill(t.messages.httpStatus, { status: httpStatus })
  const [, code] = /^code_([a-z0-9_]+)$/.exec(reason) ?? []
  if (code !== undefined) return fill(t.messages.carrierCode, { code })
  const [, state = '', error = ''] = /^(carrier_[a-z]+)_([a-z0-9]{1,5})$/.exec(reason) ?? []
  const text = texts[state]
  return text === undefined ? (explanation ?? null) : fill(t.messages.withError, { reason: text, error })
}
