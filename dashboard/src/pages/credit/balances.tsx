import { Stack, Text } from '@mantine/core'
import type { Balance } from '../../../../src/contract/account/balance.ts'
import { showAmount } from '../../parts/formats.ts'
import { byProduct, productName } from '../../parts/labels.ts'
import { usePhoneText } from '../../parts/phone.tsx'
import { ResourceList } from '../../parts/resource-page.tsx'
import { Amount, Note } from '../../parts/text.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { ReminderDialog } from './reminder-dialog.tsx'

/** The balance and the reminder of each product. */
export function Balances({ account }: { readonly account: Account }) {
  const showPhone = usePhoneText()
  return (
    <Stack gap="sm">
      <Note maw={640}>{rich(t.credit.balances.about, { b: (text) => <b>{text}</b> })}</Note>
      <ResourceList
        route="GET /v2/balances"
        path={{ account: account.id }}
        isWhole
        order={byProduct}
        everySeconds={30}
        label={t.credit.tabs.balances}
        keyOf={({ product, currency }) => `${product} ${currency}`}
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
        ]}
        mayChange={mayAs(account, 'owner')}
        actionsWidth={140}
        form={(balance, close) => balance && <ReminderDialog account={account} balance={balance} close={close} />}
        editLabel={t.credit.balances.setReminder}
        editName={({ product }) => fill(t.credit.balances.setReminderFor, { product: productName(product) })}
      />
    </Stack>
  )
}

function Available({ value, currency }: { readonly value: string; readonly currency: string }) {
  return (
    <Text span fw={600} inherit c={value.startsWith('-') ? 'var(--mantine-color-error)' : undefined}>
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
