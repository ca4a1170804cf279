import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Balance } from '../../../../src/contract/account/balance.ts'
import { useAsk } from '../../data.ts'
import { showAmount } from '../../parts/formats.ts'
import { Rows } from '../../parts/listing.tsx'
import { usePhoneText } from '../../parts/phone.tsx'
import { byProduct, productName } from '../../parts/products.ts'
import { Amount } from '../../parts/text.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { ReminderDialog } from './reminder-dialog.tsx'

/** The balance and the reminder of each product. */
export function Balances({ account }: { readonly account: Account }) {
  const showPhone = usePhoneText()
  const [product, setProduct] = useState<string | null>(null)
  const asked = useAsk('GET /v2/balances', { path: { account: account.id } }, { everySeconds: 30 })
  const balances = asked.data && [...asked.data.data].sort(byProduct)
  const chosen = balances?.find((balance) => balance.product === product)
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" maw={640}>
        {rich(t.credit.balances.about, { b: (text) => <b>{text}</b> })}
      </Text>
      <Rows<Balance>
        label={t.credit.tabs.balances}
        rows={balances}
        error={asked.error}
        retry={() => void asked.refetch()}
        isFiltered={false}
        keyOf={({ product: name, currency }) => `${name} ${currency}`}
        empty={t.credit.balances.empty}
        columns={[
          { label: t.credit.product, show: ({ product: name }) => <b>{productName(name)}</b>, width: 190 },
          {
            label: t.credit.balances.available,
            show: ({ available, currency }) => <Available value={available} currency={currency} />,
            right: true,
            width: 150,
          },
          {
            label: t.credit.balances.held,
            show: ({ held, currency }) => <Amount value={held} currency={currency} />,
            right: true,
            width: 130,
          },
          { label: t.credit.balances.overdraft, show: (balance) => showOverdraft(balance), width: 140 },
          { label: t.credit.balances.reminder, show: (balance) => showReminder(balance, showPhone) },
          ...(mayAs(account, 'owner')
            ? [
                {
                  label: t.credit.balances.actions,
                  width: 140,
                  show: ({ product: name }: Balance) => (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => setProduct(name)}
                      aria-label={fill(t.credit.balances.setReminderFor, { product: productName(name) })}
                    >
                      {t.credit.balances.setReminder}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {chosen && <ReminderDialog account={account} balance={chosen} onClose={() => setProduct(null)} />}
    </Stack>
  )
}

function Available({ value, currency }: { readonly value: string; readonly currency: string }) {
  return (
    <Text span fw={600} inherit {...(value.startsWith('-') ? { c: 'var(--mantine-color-error)' } : {})}>
      <Amount value={value} currency={currency} />
    </Text>
  )
}

const showOverdraft = ({ allowPostpaid, postpaidLimit, currency }: Balance) =>
  allowPostpaid ? showAmount(postpaidLimit, currency) : t.credit.balances.noOverdraft

const isZero = (amount: string) => /^0(\.0+)?$/.test(amount)

function showReminder(
  { creditLevel, smsReminder, emailReminder, reminderPhone, currency }: Balance,
  showPhone: (phone: string) => string,
): string {
  if (isZero(creditLevel) || !(smsReminder || emailReminder)) return t.credit.balances.noReminder
  const level = showAmount(creditLevel, currency)
  if (!smsReminder) return fill(t.credit.balances.reminderEmail, { level })
  return fill(emailReminder ? t.credit.balances.reminderBoth : t.credit.balances.reminderSms, {
    level,
    phone: showPhone(reminderPhone),
  })
}
