/** What credit can be for, as people say it, in the order in which most of them ask for it. */
const names: Readonly<Record<string, string>> = {
  SMS: 'Messages (SMS)',
  OTP: 'PINs',
  AIRTIME: 'Airtime',
  CHAT: 'Chat',
  CONVERSATIONS: 'Conversations',
  BROADCAST: 'Broadcasts',
  PAYMENTS: 'Payments',
  USSD: 'USSD',
  EMG: 'EMG',
}

export const productName = (product: string) => names[product] ?? product

const order = Object.keys(names)

export const productChoices = order.map((product) => [product, productName(product)] as const)

/** For sorting. One that is not known here comes last. */
export const byProduct = (
  { product: one }: { readonly product: string },
  { product: other }: { readonly product: string },
) => placeOf(one) - placeOf(other)

const placeOf = (product: string) => (order.includes(product) ? order.indexOf(product) : order.length)
