import type { Context } from '../../context.ts'
import { invalidParameter } from '../../values/page.ts'
import { type CreditProduct, creditProducts } from './rules.ts'

type Names = Pick<Context['config'], 'paymentsAppName' | 'conversationsAppName'>

/** The product name in the public API. The operator chooses two of the names. */
export function appNameOf(product: CreditProduct, { paymentsAppName, conversationsAppName }: Names): string {
  if (product === 'PAYMENTS') return paymentsAppName
  return product === 'CONVERSATIONS' ? conversationsAppName : product
}

/** Clients also use this name for PAYMENTS, whatever the settings say. */
export const paymentsAlias = 'BPAY'

/** The product with this name. Throws for an unknown name. */
export function getByAppName(name: unknown, names: Names): CreditProduct {
  const product = creditProducts.find((one) => appNameOf(one, names) === name)
  if (product !== undefined) return product
  if (name === paymentsAlias) return 'PAYMENTS'
  throw unknownAppName(names)
}

export const unknownAppName = (names: Names) =>
  invalidParameter('app_name', `one of ${creditProducts.map((product) => appNameOf(product, names)).join(', ')}`)
