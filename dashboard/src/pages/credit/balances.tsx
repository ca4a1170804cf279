import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Balance } from '../../../../src/contract/console/balance.ts'
import { showAmount } from '../../../../src/values/amount.ts'
import { useAsk } from '../../data.ts'
import { Rows } from '../../parts/listing.tsx'
import { byProduct, productName } from '../../parts/products.ts'
import { Amount } from '../../parts/text.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { ReminderDialog } from './reminder-dialog.tsx'

/** What there is for each product, and from where on somebody is reminded. */
export function Balances({ account }: { readonly account: Account }) {
  const [product, setProduct] = useState<string | null>(null)
  const asked = useAsk('GET /accounts/:account/balances', { path: { account: account.id } }, { everySeconds: 30 })
  const balances = asked.data && [...asked.data.data].sort(byProduct)
  const chosen = balances?.find((balance) => balance.product === product)
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" maw={640}>
        <b>Available</b> is what you can spend. <b>Held</b> is set aside for what waits to go out: it is spent when that
        happens, and given back when it does not.
      </Text>
      <Rows<Balance>
        label="Balances"
        rows={balances}
        error={asked.error}
        retry={() => void asked.refetch()}
        isFiltered={false}
        keyOf={({ product: name, currency }) => `${name} ${currency}`}
        empty="This account has no credit yet. Ask whoever runs this server to add some."
        columns={[
          { label: 'Product', show: ({ product: name }) => <b>{productName(name)}</b> },
          {
            label: 'Available',
            show: ({ available, currency }) => <Available value={available} currency={currency} />,
            right: true,
            width: 200,
          },
          {
            label: 'Held',
            show: ({ held, currency }) => <Amount value={held} currency={currency} />,
            right: true,
            width: 160,
          },
          { label: 'Postpaid', show: (balance) => showPostpaid(balance), width: 220 },
          { label: 'Reminder', show: (balance) => showReminder(balance), width: 260 },
          ...(mayAs(account, 'owner')
            ? [
                {
                  label: 'Change',
                  width: 140,
                  show: ({ product: name }: Balance) => (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => setProduct(name)}
                      aria-label={`Set reminder for ${productName(name)}`}
                    >
                      Set reminder
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

/** Whether one may spend more than one has. */
const showPostpaid = ({ allowPostpaid, postpaidLimit, currency }: Balance) =>
  allowPostpaid ? `May go down to −${showAmount(postpaidLimit)} ${currency}` : 'No, paid in advance'

const isNothing = (amount: string) => /^0(\.0+)?$/.test(amount)

function showReminder({ creditLevel, smsReminder, emailReminder, reminderPhone, currency }: Balance): string {
  const ways = [...(emailReminder ? ['by e-mail'] : []), ...(smsReminder ? [`by SMS to ${reminderPhone}`] : [])]
  if (isNothing(creditLevel) || ways.length === 0) return 'None'
  return `Below ${showAmount(creditLevel)} ${currency}, ${ways.join(' and ')}`
}
