import type { ProviderKind, ProviderProduct } from '../../../../../src/contract/console/providers.ts'
import { useAsk } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { translateKind } from '../carrier/field-texts.ts'

export const productName = (product: ProviderProduct): string => t.providers.products[product]

export const isProduct = (text: string | undefined): text is ProviderProduct =>
  text !== undefined && Object.hasOwn(t.providers.products, text)

/** The texts of carriers are listed without their product. */
const textsOf = ({ product, kind }: ProviderKind) => (product === 'sms' ? kind : `${product} ${kind}`)

/** The kinds of providers of all products, described in the language of the user. */
export function useProviderKinds() {
  const { data, error, refetch } = useAsk('GET /provider-kinds', {})
  return { kinds: data?.data.map((kind) => translateKind(kind, textsOf(kind))), error, refetch }
}
