import type { Context } from '../../context.ts'
import { invalidParameter } from '../../values/page.ts'
import { type CreditProduct, creditProducts } from './rules.ts'

type Names = Pick<Context['config'], 'paymentsAppName' | 'conversationsAppName'>

/** What clients call a product. Two of the names are the operator's choice. */
export function appNameOf(product: CreditProduct, { paymentsAppName, conversationsAppName }: Names): string {
  if (product === 'PAYMENTS') return paymentsAppName
  return product === 'CONVERSATIONS' ? conversationsAppName : product
}

/** Clients also use it for PAYMENTS, whatever that is called in the settings. */
export const paymentsAlias = 'BPAY'

/** The product that a client names; refuses a name that no product has. */
export function getByAppName(name: unknown, names: Names): CreditProduct {
  const product = creditProducts.find((one) => appNameOf(one, names) === name)
  if (product !== undefined) return product
  if (name === paymentsAlias) return 'PAYMENTS'
  throw unknownAppName(names)
}

export const unknownAppName = (names: Names) =>
  invalidParameter('app_name', `one of ${creditProducts.map((product) => appNameOf(product, names)).join(', ')}`)
