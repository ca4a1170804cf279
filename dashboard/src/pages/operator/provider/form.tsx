import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import type { Provider, ProviderBody, ProviderProduct } from '../../../../../src/contract/console/providers.ts'
import { ask, Refused } from '../../../api.ts'
import { t } from '../../../operator-text.ts'
import { AccountSelect } from '../../../parts/account-select.tsx'
import { fill } from '../../../text.ts'
import { inputOrder } from '../carrier/fields.tsx'
import { type Kind, KindForm } from '../carrier/kind-form.tsx'

interface ProviderFormProps {
  readonly product: ProviderProduct
  readonly kinds: readonly Kind[]
  /** Null for a new provider. */
  readonly provider: Provider | null
  readonly onSaved: (provider: Provider) => void
}

/** All settings of a provider, except of a carrier. */
export function ProviderForm({ product, kinds, provider, onSaved }: ProviderFormProps) {
  const [account, setAccount] = useState(provider?.accountId == null ? null : String(provider.accountId))
  const [priority, setPriority] = useState(String(provider?.priority ?? 1))
  return (
    <KindForm
      kinds={kinds}
      stored={provider}
      title={t.providers.use}
      submit={provider === null ? t.providers.add : t.providers.save}
      refreshes={['/providers']}
      onSaved={onSaved}
      save={({ name, ...input }) => {
        const accountId = account === null ? null : Number(account)
        const body = { ...input, accountId, ...(priority === '' ? {} : { priority: Number(priority) }) }
        return saveProvider(product, name, body, provider === null)
      }}
      more={
        <>
          <AccountSelect
            label={t.providers.account}
            description={t.providers.accountAbout}
            inputWrapperOrder={inputOrder}
            placeholder={t.providers.allAccounts}
            value={account}
            onChange={setAccount}
          />
          <NumberInput
            label={t.providers.priority}
            description={t.providers.priorityAbout}
            inputWrapperOrder={inputOrder}
            hideControls
            allowDecimal={false}
            clampBehavior="none"
            value={priority}
            onChange={(value) => setPriority(String(value))}
          />
        </>
      }
    />
  )
}

/** The API would change an existing provider of the same name. */
async function saveProvider(
  product: ProviderProduct,
  name: string,
  body: ProviderBody,
  isNew: boolean,
): Promise<Provider> {
  if (isNew) {
    const { data } = await ask('GET /providers', { query: { product } })
    if (data.some((one) => one.name === name)) throw new Refused(409, 409, fill(t.providers.nameTaken, { name }), null)
  }
  return ask('PUT /providers/:product/:provider', { path: { product, provider: name }, body })
}
