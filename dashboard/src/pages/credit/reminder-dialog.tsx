import { Alert, Checkbox, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Balance } from '../../../../src/contract/console/balance.ts'
import { parseMoney } from '../../../../src/values/money.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { badNumber, digitsOf, isNumber } from '../../parts/numbers.ts'
import { productName } from '../../parts/products.ts'
import { type Account, useAbout } from '../../session.tsx'

interface ReminderDialogProps {
  readonly account: Account
  readonly balance: Balance
  readonly onClose: () => void
}

/** Below which level somebody is told that credit for a product is low, and how. */
export function ReminderDialog({ account, balance, onClose }: ReminderDialogProps) {
  const { mail } = useAbout()
  const { product, currency, smsReminder, emailReminder, reminderPhone } = balance
  const form = useForm({
    initialValues: { creditLevel: withoutZeros(balance.creditLevel), smsReminder, emailReminder, reminderPhone },
    validate: {
      creditLevel: (value) => (isLevel(value) ? null : 'A number with at most four decimals, such as 5000'),
      reminderPhone: (value, values) => (!isNeeded(value, values.smsReminder) || isNumber(value) ? null : badNumber),
    },
  })
  const change = useChange(
    ({ creditLevel, reminderPhone: phone, ...ways }: typeof form.values) =>
      ask('PUT /accounts/:account/balances/:product/reminders', {
        path: { account: account.id, product },
        body: { ...ways, creditLevel: creditLevel.trim(), reminderPhone: digitsOf(phone.trim()) },
      }),
    {
      refreshes: [`${account.path}/balances`, `${account.path}/overview`],
      onDone: () => {
        sayDone(`The reminder for ${productName(product)} was saved.`)
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={`Reminder for ${productName(product)}`}
      isOpen
      onClose={onClose}
      change={change}
      submit="Save reminder"
      onSubmit={form.onSubmit((values) => change.mutate(values))}
    >
      <Text size="sm" c="dimmed">
        You are told once when your credit falls below the level, and again only after new credit brought it back up.
      </Text>
      <TextInput
        label={`Level (${currency})`}
        description="0 for no reminder."
        inputMode="decimal"
        required
        {...form.getInputProps('creditLevel')}
        data-autofocus
      />
      <Checkbox
        label="By e-mail, to all owners of the account"
        {...form.getInputProps('emailReminder', { type: 'checkbox' })}
      />
      {!mail && form.values.emailReminder && (
        <Alert color="yellow" variant="light">
          This server can’t send e-mail yet. Whoever runs it has to set that up first.
        </Alert>
      )}
      <Checkbox
        label="By SMS, at the price of any other message"
        {...form.getInputProps('smsReminder', { type: 'checkbox' })}
      />
      {form.values.smsReminder && (
        <TextInput
          label="Number"
          description="With the country code, such as 255712345678. Leave room below the level for the price of the message."
          inputMode="tel"
          autoComplete="tel"
          required
          {...form.getInputProps('reminderPhone')}
        />
      )}
    </FormDialog>
  )
}

/** A number that is not used may be left empty. */
const isNeeded = (phone: string, bySms: boolean) => bySms || phone.trim() !== ''

function isLevel(text: string): boolean {
  const amount = parseMoney(text.trim())
  return amount !== null && amount >= 0n
}

/** As one would type it. */
const withoutZeros = (amount: string) => amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
