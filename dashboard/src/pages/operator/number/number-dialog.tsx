import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { InboundNumber } from '../../../../../src/contract/console/inbound.ts'
import { ask, Refused } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { AccountSelect } from '../../../parts/account-select.tsx'
import { FormDialog } from '../../../parts/dialog.tsx'
import { fill } from '../../../text.ts'
import { findNumber, numbersPath } from './number.ts'

interface NumberDialogProps {
  /** Null for a new number. */
  readonly number: InboundNumber | null
  readonly onClose: () => void
}

/** A number and its account. */
export function NumberDialog({ number: edited, onClose }: NumberDialogProps) {
  const form = useForm<{ number: string; account: string | null }>({
    initialValues: {
      number: edited?.number ?? '',
      account: edited === null || edited.accountId === null ? null : String(edited.accountId),
    },
    validate: { number: (text) => (/^\d{3,15}$/.test(text.trim()) ? null : t.numbers.numberInvalid) },
  })
  const save = useChange(
    ({ number, account }: typeof form.values) =>
      saveNumber(number.trim(), account === null ? null : Number(account), edited === null),
    { refreshes: [numbersPath], onDone: onClose },
  )
  return (
    <FormDialog
      title={edited === null ? t.numbers.add : fill(t.numbers.changeNamed, { number: edited.number })}
      isOpen
      onClose={onClose}
      change={save}
      submit={edited === null ? t.numbers.add : t.numbers.save}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      {edited === null && (
        <TextInput label={t.numbers.numberOrCode} inputMode="numeric" required {...form.getInputProps('number')} />
      )}
      <AccountSelect
        label={t.numbers.owner}
        description={t.numbers.ownerAbout}
        value={form.values.account}
        onChange={(account) => form.setFieldValue('account', account)}
      />
    </FormDialog>
  )
}

/** The API would move an existing number to the other account. */
async function saveNumber(number: string, accountId: number | null, isNew: boolean): Promise<unknown> {
  if (isNew && (await findNumber(number)) !== undefined)
    throw new Refused(409, 409, fill(t.numbers.numberTaken, { number }), null)
  return ask('PUT /inbound/numbers/:number', { path: { number }, body: { accountId } })
}
