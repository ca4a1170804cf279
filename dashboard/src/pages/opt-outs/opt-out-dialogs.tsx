import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { OptOut } from '../../../../src/contract/console/sms.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { badNumber, digitsOf, isNumber } from '../../parts/numbers.ts'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { useThisAccount } from '../../session.tsx'

export function AddOptOut({ opening: { isOpen, close } }: { readonly opening: Opening<never> }) {
  const { id, path } = useThisAccount()
  const form = useForm({
    initialValues: { phone: '' },
    validate: { phone: (text) => (isNumber(text) ? null : badNumber) },
  })
  const add = useChange(
    ({ phone }: typeof form.values) =>
      ask('POST /accounts/:account/optouts', { path: { account: id }, body: { phone: digitsOf(phone) } }),
    {
      refreshes: [`${path}/optouts`],
      onDone: ({ phone }) => {
        close()
        sayDone(`${phone} gets nothing from you any more.`)
      },
    },
  )
  useOnOpen(isOpen, () => {
    form.reset()
    add.reset()
  })
  return (
    <FormDialog
      title="Add a number"
      isOpen={isOpen}
      onClose={close}
      change={add}
      submit="Add number"
      onSubmit={form.onSubmit((values) => add.mutate(values))}
    >
      <Text size="sm">
        For somebody who told you in another way that they want no more messages, by phone or in your shop.
      </Text>
      <TextInput
        label="Mobile number"
        description="With the country code, such as 255712345678"
        required
        inputMode="tel"
        data-autofocus
        {...form.getInputProps('phone')}
      />
    </FormDialog>
  )
}

export function RemoveOptOut({ opening: { isOpen, about, close } }: { readonly opening: Opening<OptOut> }) {
  const { id, path } = useThisAccount()
  const remove = useChange(
    ({ phone }: OptOut) => ask('DELETE /accounts/:account/optouts/:phone', { path: { account: id, phone } }),
    {
      refreshes: [`${path}/optouts`],
      onDone: () => {
        close()
        sayDone(`${about?.phone} gets your messages again.`)
      },
    },
  )
  useOnOpen(isOpen, remove.reset)
  return (
    <Confirm
      title={`Write to ${about?.phone ?? ''} again?`}
      isOpen={isOpen}
      onClose={close}
      change={remove}
      submit="Remove from the list"
      onConfirm={() => about !== null && remove.mutate(about)}
    >
      They said that they want no messages from you. Remove the number only if they have asked for messages again: in
      many countries writing to them otherwise is against the law.
    </Confirm>
  )
}
