import { providerProducts } from '../../contract/console/providers.ts'
import { countOf } from '../../values/count.ts'
import { Refusal } from '../../values/refusal.ts'

export const productMissing = () =>
  new Refusal(404, 404, 'Product Not Found', { hint: `use one of ${providerProducts.join(', ')}` })
export const providerMissing = () =>
  new Refusal(404, 404, 'Provider Not Found', { hint: 'run npx ngoma provider list to see all providers' })
export const providerInUse = (open: number) =>
  new Refusal(409, 409, 'Provider Has Open Work', {
    hint: `${countOf(open, 'transfer, payment or message', 'transfers, payments or messages')} still ${open === 1 ? 'needs' : 'need'} its settings; pause the provider to stop new work, and wait`,
  })
export const badSettings = (why: string, isNew: boolean) =>
  new Refusal(400, 400, `Invalid Settings: ${why}`, {
    hint: `${adviceFor(why)}${isNew ? '' : '; the previous settings still apply'}`,
  })

function adviceFor(why: string): string {
  const [, secret] = /^the secret (\S+) is missing$/.exec(why) ?? []
  if (secret !== undefined) return `add --secret ${secret}=FILE, or enter it on the page of the provider`
  if (why.endsWith('must point to this machine')) return 'in staging, providers must have a loopback address'
  return 'docs/providers/README.md describes the settings of each kind'
}

export const badName = () =>
  new Refusal(400, 400, 'Invalid Name: use up to 32 lowercase letters, digits and dashes; "simulator" is reserved', {
    hint: 'choose a name such as north-1',
  })
export const nameTaken = () =>
  new Refusal(409, 409, 'Name Is Taken', {
    hint: 'a provider of another product, or a carrier, has this name; choose another one',
  })
export const unknownKind = (kinds: readonly string[]) =>
  new Refusal(400, 400, `Invalid Kind: use ${kinds.length === 1 ? '' : 'one of '}${kinds.join(', ')}`, {
    hint: 'run npx ngoma provider kinds to see the kinds of all products',
  })
export const accountMissing = () =>
  new Refusal(404, 404, 'Account Not Found', { hint: 'run npx ngoma account list to see all accounts and their IDs' })
