import { Group, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { PriceOfAccount } from '../../../../../src/contract/console/balance.ts'
import type { BodyOf } from '../../../../../src/contract/console/index.ts'
import { showAmount } from '../../../../../src/values/amount.ts'
import { parseCurrency } from '../../../../../src/values/currencies.ts'
import { parseMoney } from '../../../../../src/values/money.ts'
import { ask } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { FormDialog } from '../../../parts/dialog.tsx'
import { sayDone } from '../../../parts/done.ts'
import { digitsOf } from '../../../parts/numbers.ts'
import { productChoices } from '../../../parts/products.ts'
import { useAbout } from '../../../session.tsx'
import { AccountSelect } from '../account-select.tsx'

interface SetPriceProps {
  /** The price to change: its product, account and numbers are filled in. */
  readonly changed?: PriceOfAccount | undefined
  readonly onClose: () => void
}

/** Sets one price. One that is there for the same numbers, account and time is changed. */
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
      prefix: (value) => (/^\d{0,15}$/.test(digitsOf(value.trim())) ? null : 'At most 15 digits, such as 255'),
      amount: (value) => (isPrice(value) ? null : 'A number from 0 on with at most four decimals, such as 12.5'),
      currency: (value) =>
        value.trim() === '' || parseCurrency(value.trim()) !== null ? null : 'An ISO 4217 code, such as TZS',
    },
  })
  const set = useChange((values: typeof form.values) => ask('PUT /prices', { body: toBody(values) }), {
    refreshes: ['/prices'],
    onDone: () => {
      sayDone('The price was set.')
      onClose()
    },
  })
  return (
    <FormDialog
      title={changed === undefined ? 'Set price' : 'Change price'}
      isOpen
      onClose={onClose}
      change={set}
      submit={changed === undefined ? 'Set price' : 'Change price'}
      onSubmit={form.onSubmit((values) => set.mutate(values))}
    >
      <Select
        label="Product"
        required
        allowDeselect={false}
        data={productChoices.map(([value, label]) => ({ value, label }))}
        data-autofocus
        {...form.getInputProps('product')}
      />
      <AccountSelect
        label="Account"
        description="Empty: for everybody who has no price of their own."
        placeholder="Everybody"
        value={form.values.accountId}
        onChange={(value) => form.setFieldValue('accountId', value)}
      />
      <TextInput
        label="Numbers that begin with"
        description="The country code and more, such as 255 or 25571. Empty: all numbers."
        inputMode="tel"
        {...form.getInputProps('prefix')}
      />
      <Group grow align="flex-start">
        <TextInput label="Price" inputMode="decimal" required {...form.getInputProps('amount')} />
        <TextInput
          label="Currency"
          placeholder={form.values.accountId === null ? currency : 'The account’s own'}
          maxLength={3}
          {...form.getInputProps('currency')}
        />
      </Group>
      <TextInput
        type="datetime-local"
        label={`From (${Intl.DateTimeFormat().resolvedOptions().timeZone})`}
        description="Empty: at once. Until then the price of before holds."
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
