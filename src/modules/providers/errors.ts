import { type ProviderProduct, providerProducts } from '../../contract/console/providers.ts'
import { countOf } from '../../values/count.ts'
import { refuse } from '../../values/refusal.ts'

export const productMissing = () => refuse('product_not_found', { hint: `use one of ${providerProducts.join(', ')}` })
export const providerInUse = (product: ProviderProduct, open: number) =>
  refuse('provider_in_use', {
    hint:
      product === 'sms'
        ? `${countOf(open, 'batch of messages is', 'batches of messages are')} waiting for it; pause the provider to move messages that have another route, including scheduled ones, or wait until it has sent them`
        : `${countOf(open, 'transfer, payment or message', 'transfers, payments or messages')} still ${open === 1 ? 'needs' : 'need'} its settings; pause the provider to stop new work, and wait`,
  })
export const badSettings = (why: string, isNew: boolean) =>
  refuse('invalid_settings', {
    detail: `The settings are invalid: ${why}.`,
    hint: `${adviceFor(why)}${isNew ? '' : '; the previous settings still apply'}`,
  })

function adviceFor(why: string): string {
  const [, secret] = /^the secret (\S+) is missing$/.exec(why) ?? []
  if (secret !== undefined) return `enter it on the page of the provider, or add --secret ${secret}=FILE`
  if (why.endsWith('must point to this machine')) return 'in staging, providers must have a loopback address'
  return 'docs/providers/README.md describes the settings of each kind'
}

export const unknownKind = (kinds: readonly string[]) =>
  refuse('unknown_kind', { hint: `use ${kinds.length === 1 ? '' : 'one of '}${kinds.join(', ')}` })
