import { Alert, Checkbox, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Balance } from '../../../../src/contract/account/balance.ts'
import { parseMoney } from '../../../../src/values/money.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { badNumber, isNumber, withPlus } from '../../parts/numbers.ts'
import { productName } from '../../parts/products.ts'
import { type Account, useAbout } from '../../session.tsx'
import { fill, t } from '../../text.ts'

interface ReminderDialogProps {
  readonly account: Account
  readonly balance: Balance
  readonly onClose: () => void
}

/** Sets the level and the channels of the low-credit reminder of a product. */
export function ReminderDialog({ account, balance, onClose }: ReminderDialogProps) {
  const { mail } = useAbout()
  const { product, currency, smsReminder, emailReminder, reminderPhone } = balance
  const form = useForm({
    initialValues: {
      creditLevel: withoutZeros(balance.creditLevel),
      smsReminder,
      emailReminder,
      reminderPhone: withPlus(reminderPhone),
    },
    validate: {
      creditLevel: (value) => (isLevel(value) ? null : t.credit.reminder.levelInvalid),
      reminderPhone: (value, values) => (!isNeeded(value, values.smsReminder) || isNumber(value) ? null : badNumber),
    },
  })
  const change = useChange(
    ({ creditLevel, reminderPhone: phone, ...ways }: typeof form.values) =>
      ask('PUT /v2/balances/:product/reminders', {
        path: { account: account.id, product },
        body: { ...ways, creditLevel: creditLevel.trim(), reminderPhone: phone.trim() },
      }),
    {
      refreshes: [`${account.path}/balances`, `${account.path}/overview`],
      onDone: () => {
        sayDone(fill(t.credit.reminder.saved, { product: productName(product) }))
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={fill(t.credit.reminder.title, { product: productName(product) })}
      isOpen
      onClose={onClose}
      change={change}
      submit={t.credit.reminder.save}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
    >
      <Text size="sm" c="dimmed">
        {t.credit.reminder.about}
      </Text>
      <TextInput
        label={fill(t.credit.reminder.level, { currency })}
        description={t.credit.reminder.levelHelp}
        inputMode="decimal"
        required
        {...form.getInputProps('creditLevel')}
        data-autofocus
      />
      <Checkbox label={t.credit.reminder.byEmail} {...form.getInputProps('emailReminder', { type: 'checkbox' })} />
      {!mail && form.values.emailReminder && (
        <Alert color="yellow" variant="light">
          {t.credit.reminder.noEmail}
        </Alert>
      )}
      <Checkbox label={t.credit.reminder.bySms} {...form.getInputProps('smsReminder', { type: 'checkbox' })} />
      {form.values.smsReminder && (
        <TextInput
          label={t.credit.reminder.phone}
          description={t.credit.reminder.phoneHelp}
          inputMode="tel"
          autoComplete="tel"
          required
          {...form.getInputProps('reminderPhone')}
        />
      )}
    </FormDialog>
  )
}

/** The number may be empty while SMS is off. */
const isNeeded = (phone: string, bySms: boolean) => bySms || phone.trim() !== ''

function isLevel(text: string): boolean {
  const amount = parseMoney(text.trim())
  return amount !== null && amount >= 0n
}

const withoutZeros = (amount: string) => amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
