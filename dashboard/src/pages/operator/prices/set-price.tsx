import { Group } from '@mantine/core'
import type { PriceOfAccount } from '../../../../../src/contract/console/balance.ts'
import { parseCurrency } from '../../../../../src/values/currencies.ts'
import { parseMoney, showAmount } from '../../../../../src/values/money.ts'
import { t } from '../../../operator-text.ts'
import { AccountSelect } from '../../../parts/account-select.tsx'
import { EditDialog } from '../../../parts/edit-dialog.tsx'
import { productChoices } from '../../../parts/labels.ts'
import { digitsOf } from '../../../parts/numbers.ts'
import { useAbout } from '../../../session.tsx'
import { fill } from '../../../text.ts'

interface SetPriceProps {
  /** The price to change: its product, account and numbers are filled in. Null for a new one. */
  readonly changed: PriceOfAccount | null
  readonly close: () => unknown
}

/** Sets one price. It replaces the price of the same product, account, prefix and start. */
export function SetPrice({ changed, close }: SetPriceProps) {
  const { currency } = useAbout()
  return (
    <EditDialog
      route="PUT /prices"
      title={changed ? t.prices.changePrice : t.prices.setPrice}
      submit={changed ? t.prices.savePrice : t.prices.setPrice}
      values={{
        product: changed?.product ?? 'SMS',
        accountId: changed?.accountId == null ? null : String(changed.accountId),
        prefix: changed?.prefix ?? '',
        amount: changed ? showAmount(changed.amount) : '',
        currency: changed?.currency ?? '',
        validFrom: '',
      }}
      fields={({ accountId }) => ({
        product: { label: t.prices.product, choices: Object.fromEntries(productChoices) },
        accountId: {
          label: t.prices.account,
          help: t.prices.accountAbout,
          input: (props) => <AccountSelect {...props} placeholder={t.prices.allAccounts} />,
        },
        prefix: {
          label: t.prices.prefix,
          help: t.prices.prefixAbout,
          inputMode: 'tel',
          check: (value) => (/^\d{0,15}$/.test(digitsOf(value.trim())) ? null : t.prices.prefixInvalid),
        },
        amount: {
          label: t.prices.price,
          inputMode: 'decimal',
          missing: t.prices.priceInvalid,
          check: (value) => (isPrice(value) ? null : t.prices.priceInvalid),
        },
        currency: {
          label: t.prices.currency,
          placeholder: accountId === null ? currency : t.prices.currencyOfAccount,
          check: (value) =>
            value.trim() === '' || parseCurrency(value.trim()) !== null ? null : t.prices.currencyInvalid,
        },
        validFrom: {
          label: fill(t.prices.fromIn, { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
          help: t.prices.fromAbout,
          type: 'datetime-local',
        },
      })}
      body={(values) => ({
        product: values.product,
        accountId: values.accountId === null ? null : Number(values.accountId),
        prefix: digitsOf(values.prefix.trim()),
        amount: values.amount.trim(),
        currency: values.currency.trim() || undefined,
        validFrom: values.validFrom === '' ? undefined : new Date(values.validFrom).toISOString(),
      })}
      close={close}
      done={t.prices.saved}
    >
      {({ amount, currency: unit, validFrom, ...inputs }) => (
        <>
          {Object.values(inputs)}
          <Group grow align="flex-start">
            {amount}
            {unit}
          </Group>
          {validFrom}
        </>
      )}
    </EditDialog>
  )
}

function isPrice(text: string): boolean {
  const amount = parseMoney(text.trim())
  return amount !== null && amount >= 0n
}
