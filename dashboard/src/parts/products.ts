import { t, wordFor } from '../text.ts'

export const productName = (product: string): string => wordFor(t.shared.products, product)

const order = Object.keys(t.shared.products)

export const productChoices = order.map((product) => [product, productName(product)] as const)

/** Compares by the order of the lists. Unknown products come last. */
export const byProduct = (
  { product: one }: { readonly product: string },
  { product: other }: { readonly product: string },
) => placeOf(one) - placeOf(other)

const placeOf = (product: string) => (order.includes(product) ? order.indexOf(product) : order.length)
