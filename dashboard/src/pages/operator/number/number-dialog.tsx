import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { InboundNumber } from '../../../../../src/contract/console/inbound.ts'
import { ask, Refused } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { FormDialog } from '../../../parts/dialog.tsx'
import { AccountSelect } from '../account-select.tsx'
import { findNumber, numbersPath } from './number.ts'

interface NumberDialogProps {
  /** Null: a new one. */
  readonly of: InboundNumber | null
  readonly onClose: () => void
}

/** A number, and whose it is. */
export function NumberDialog({ of, onClose }: NumberDialogProps) {
  const form = useForm<{ number: string; account: string | null }>({
    initialValues: {
      number: of?.number ?? '',
      account: of === null || of.accountId === null ? null : String(of.accountId),
    },
    validate: { number: (text) => (/^\d{3,15}$/.test(text.trim()) ? null : 'Digits alone: 3 to 15 of them') },
  })
  const save = useChange(
    ({ number, account }: typeof form.values) =>
      saveNumber(number.trim(), account === null ? null : Number(account), of === null),
    { refreshes: [numbersPath], onDone: onClose },
  )
  const verb = of === null ? 'Add number' : 'Save number'
  return (
    <FormDialog
      title={of === null ? 'Add number' : `Change ${of.number}`}
      isOpen
      onClose={onClose}
      change={save}
      submit={verb}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      {of === null && (
        <TextInput label="Number or short code" inputMode="numeric" required {...form.getInputProps('number')} />
      )}
      <AccountSelect
        label="Whose"
        description="Empty: it is shared, and keywords say whose a message is."
        value={form.values.account}
        onChange={(account) => form.setFieldValue('account', account)}
      />
    </FormDialog>
  )
}

/** The server takes a number by its digits, and would give the one that is there to another account. */
async function saveNumber(number: string, accountId: number | null, isNew: boolean): Promise<unknown> {
  if (isNew && (await findNumber(number)) !== undefined)
    throw new Refused(
      409,
      409,
      `${number} is in the list already: change it there if it shall be somebody else’s.`,
      null,
    )
  return ask('PUT /inbound/numbers/:number', { path: { number }, body: { accountId } })
}
