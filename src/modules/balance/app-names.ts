import type { Context } from '../../context.ts'
import { type CreditProduct, creditProducts } from './rules.ts'

type Names = Pick<Context['config'], 'paymentsAppName' | 'conversationsAppName'>

/** What clients call a product. Two of the names are the operator's choice. */
export function appNameOf(product: CreditProduct, { paymentsAppName, conversationsAppName }: Names): string {
  if (product === 'PAYMENTS') return paymentsAppName
  return product === 'CONVERSATIONS' ? conversationsAppName : product
}

/** Null for a name that no product has. */
export const findByAppName = (name: unknown, names: Names): CreditProduct | null =>
  creditProducts.find((product) => appNameOf(product, names) === name) ?? null
