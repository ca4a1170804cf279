import { Group, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PriceOfAccount } from '../../../../../src/contract/console/balance.ts'
import type { BodyOf } from '../../../../../src/contract/console/index.ts'
import { showAmount } from '../../../../../src/values/amount.ts'
import { parseCurrency } from '../../../../../src/values/currencies.ts'
import { parseMoney } from '../../../../../src/values/money.ts'
import { ask } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { AccountSelect } from '../../../parts/account-select.tsx'
import { FormDialog } from '../../../parts/dialog.tsx'
import { sayDone } from '../../../parts/done.tsx'
import { digitsOf } from '../../../parts/numbers.ts'
import { productChoices } from '../../../parts/products.ts'
import { useAbout } from '../../../session.tsx'
import { fill } from '../../../text.ts'

interface SetPriceProps {
  /** The price to change: its product, account and numbers are filled in. */
  readonly changed?: PriceOfAccount | undefined
  readonly onClose: () => void
}

/** Sets one price. It replaces the price of the same product, account, prefix and start. */
export function SetPrice({ changed, onClose }: SetPriceProps) {
  const { currency } = useAbout()
  const form = useForm({
    initialValues: {
      product: changed?.product ?? 'SMS',
      accountId: changed?.accountId == null ? null : String(changed.accountId),
      prefix: changed?.prefix ?? '',
      amount: changed === undefined ? '' : showAmount(changed.amount),
      currency: changed?.currency ?? '',
      validFrom: '',
    },
    validate: {
      prefix: (value) => (/^\d{0,15}$/.test(digitsOf(value.trim())) ? null : t.prices.prefixInvalid),
      amount: (value) => (isPrice(value) ? null : t.prices.priceInvalid),
      currency: (value) =>
        value.trim() === '' || parseCurrency(value.trim()) !== null ? null : t.prices.currencyInvalid,
    },
  })
  const set = useChange((values: typeof form.values) => ask('PUT /prices', { body: toBody(values) }), {
    refreshes: ['/prices'],
    onDone: () => {
      sayDone(t.prices.saved)
      onClose()
    },
  })
  return (
    <FormDialog
      title={changed === undefined ? t.prices.setPrice : t.prices.changePrice}
      isOpen
      onClose={onClose}
      change={set}
      submit={changed === undefined ? t.prices.setPrice : t.prices.savePrice}
      onSubmit={form.onSubmit((values) => set.mutate(values))}
    >
      <Select
        label={t.prices.product}
        required
        allowDeselect={false}
        data={productChoices.map(([value, label]) => ({ value, label }))}
        data-autofocus
        {...form.getInputProps('product')}
      />
      <AccountSelect
        label={t.prices.account}
        description={t.prices.accountAbout}
        placeholder={t.prices.allAccounts}
        value={form.values.accountId}
        onChange={(value) => form.setFieldValue('accountId', value)}
      />
      <TextInput
        label={t.prices.prefix}
        description={t.prices.prefixAbout}
        inputMode="tel"
        {...form.getInputProps('prefix')}
      />
      <Group grow align="flex-start">
        <TextInput label={t.prices.price} inputMode="decimal" required {...form.getInputProps('amount')} />
        <TextInput
          label={t.prices.currency}
          placeholder={form.values.accountId === null ? currency : t.prices.currencyOfAccount}
          maxLength={3}
          {...form.getInputProps('currency')}
        />
      </Group>
      <TextInput
        type="datetime-local"
        label={fill(t.prices.fromIn, { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
        description={t.prices.fromAbout}
        {...form.getInputProps('validFrom')}
      />
    </FormDialog>
  )
}

function isPrice(text: string): boolean {
  const amount = parseMoney(text.trim())
  return amount !== null && amount >= 0n
}

interface Values {
  readonly product: string
  readonly accountId: string | null
  readonly prefix: string
  readonly amount: string
  readonly currency: string
  readonly validFrom: string
}

function toBody({ product, accountId, prefix, amount, currency, validFrom }: Values): BodyOf<'PUT /prices'> {
  return {
    product,
    accountId: accountId === null ? null : Number(accountId),
    prefix: digitsOf(prefix.trim()),
    amount: amount.trim(),
    ...(currency.trim() === '' ? {} : { currency: currency.trim() }),
    ...(validFrom === '' ? {} : { validFrom: new Date(validFrom).toISOString() }),
  }
}
