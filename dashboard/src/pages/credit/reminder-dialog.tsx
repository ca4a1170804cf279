import { Alert } from '@mantine/core'
import type { Balance } from '../../../../src/contract/account/balance.ts'
import { parseMoney } from '../../../../src/values/money.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { productName } from '../../parts/labels.ts'
import { badNumber, isNumber, withPlus } from '../../parts/numbers.ts'
import { Note } from '../../parts/text.tsx'
import { type Account, useAbout } from '../../session.tsx'
import { fill, t } from '../../text.ts'

interface ReminderDialogProps {
  readonly account: Account
  readonly balance: Balance
  readonly close: () => unknown
}

/** Sets the level and the channels of the low-credit reminder of a product. */
export function ReminderDialog({ account, balance, close }: ReminderDialogProps) {
  const { mail } = useAbout()
  const { product, currency, smsReminder, emailReminder, reminderPhone } = balance
  const { reminder } = t.credit
  return (
    <EditDialog
      route="PUT /v2/balances/:product/reminders"
      path={{ account: account.id, product }}
      title={fill(reminder.title, { product: productName(product) })}
      submit={reminder.save}
      about={<Note>{reminder.about}</Note>}
      values={{
        creditLevel: withoutZeros(balance.creditLevel),
        emailReminder,
        smsReminder,
        reminderPhone: withPlus(reminderPhone),
      }}
      fields={{
        creditLevel: {
          label: fill(reminder.level, { currency }),
          help: reminder.levelHelp,
          inputMode: 'decimal',
          missing: reminder.levelInvalid,
          check: (value) => (isLevel(value) ? null : reminder.levelInvalid),
        },
        emailReminder: reminder.byEmail,
        smsReminder: reminder.bySms,
        reminderPhone: {
          label: reminder.phone,
          help: reminder.phoneHelp,
          inputMode: 'tel',
          autoComplete: 'tel',
          missing: badNumber,
          check: (value) => (isNumber(value) ? null : badNumber),
          isHidden: (values) => !values.smsReminder,
        },
      }}
      body={({ creditLevel, reminderPhone: phone, ...ways }) => ({
        ...ways,
        creditLevel: creditLevel.trim(),
        reminderPhone: phone.trim(),
      })}
      problems={{
        invalid_amount: 'creditLevel',
        invalid_phone: 'reminderPhone',
        reminder_phone_missing: 'reminderPhone',
      }}
      refreshes={[`${account.path}/overview`]}
      close={close}
      done={fill(reminder.saved, { product: productName(product) })}
    >
      {(inputs, form) => (
        <>
          {inputs.creditLevel}
          {inputs.emailReminder}
          {!mail && form.values.emailReminder && (
            <Alert color="yellow" variant="light">
              {reminder.noEmail}
            </Alert>
          )}
          {inputs.smsReminder}
          {inputs.reminderPhone}
        </>
      )}
    </EditDialog>
  )
}

function isLevel(text: string): boolean {
  const amount = parseMoney(text.trim())
  return amount !== null && amount >= 0n
}

const withoutZeros = (amount: string) => amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
