import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { OptOut } from '../../../src/contract/account/consent.ts'
import { ask } from '../api.ts'
import { refresh, useChange } from '../data.ts'
import { useThisAccount } from '../session.tsx'
import { fill, t } from '../text.ts'
import { Confirm, FormDialog } from './dialog.tsx'
import { sayDone, sayUndoable } from './done.tsx'
import { badNumber, isNumber, withPlus } from './numbers.ts'
import { type Opening, useOnOpen } from './opening.ts'
import { usePhoneText } from './phone.tsx'

export function AddOptOut({ opening: { isOpen, close } }: { readonly opening: Opening<never> }) {
  const { id, path } = useThisAccount()
  const showPhone = usePhoneText()
  const form = useForm({
    initialValues: { phone: '' },
    validate: { phone: (text) => (isNumber(text) ? null : badNumber) },
  })
  const add = useChange(
    ({ phone }: typeof form.values) => ask('POST /v2/optouts', { path: { account: id }, body: { phone } }),
    {
      refreshes: [`${path}/optouts`],
      onDone: ({ phone }) => {
        close()
        sayDone(fill(t.optOuts.added, { phone: showPhone(phone) }))
      },
    },
  )
  useOnOpen(isOpen, () => {
    form.reset()
    add.reset()
  })
  return (
    <FormDialog
      title={t.optOuts.add}
      isOpen={isOpen}
      onClose={close}
      change={add}
      submit={t.optOuts.add}
      onSubmit={form.onSubmit((values) => add.mutate(values))}
    >
      <Text size="sm">{t.optOuts.addAbout}</Text>
      <TextInput
        label={t.optOuts.phone}
        description={t.optOuts.phoneHelp}
        required
        inputMode="tel"
        data-autofocus
        {...form.getInputProps('phone')}
      />
    </FormDialog>
  )
}

interface ChangeProps {
  readonly opening: Omit<Opening<Pick<OptOut, 'phone'>>, 'open'>
}

/** Adds or removes the opt-out of the number that the dialog is about, with an undo for ten seconds. */
function useOptOut({ isOpen, close }: ChangeProps['opening'], isAdding: boolean) {
  const { id: account, path } = useThisAccount()
  const showPhone = usePhoneText()
  const add = (phone: string) => ask('POST /v2/optouts', { path: { account }, body: { phone: withPlus(phone) } })
  const remove = (phone: string) => ask('DELETE /v2/optouts/:phone', { path: { account, phone: withPlus(phone) } })
  const refreshes = [`${path}/optouts`, `${path}/numbers`]
  const change = useChange(
    async ({ phone }: Pick<OptOut, 'phone'>) => {
      await (isAdding ? add : remove)(phone)
      return phone
    },
    {
      refreshes,
      onDone: (phone) => {
        close()
        sayUndoable(fill(isAdding ? t.optOuts.added : t.optOuts.removed, { phone: showPhone(phone) }), async () => {
          await (isAdding ? remove : add)(phone)
          await refresh(...refreshes)
        })
      },
    },
  )
  useOnOpen(isOpen, change.reset)
  return change
}

export function OptOutNumber({ opening }: ChangeProps) {
  const { isOpen, about, close } = opening
  const showPhone = usePhoneText()
  const add = useOptOut(opening, true)
  return (
    <Confirm
      title={fill(t.numberHistory.optOutTitle, { phone: showPhone(about?.phone ?? '') })}
      isOpen={isOpen}
      onClose={close}
      change={add}
      submit={t.numberHistory.optOut}
      onConfirm={() => about !== null && add.mutate(about)}
    >
      {t.numberHistory.optOutAbout}
    </Confirm>
  )
}

export function RemoveOptOut({ opening }: ChangeProps) {
  const { isOpen, about, close } = opening
  const showPhone = usePhoneText()
  const remove = useOptOut(opening, false)
  return (
    <Confirm
      title={fill(t.optOuts.removeTitle, { phone: showPhone(about?.phone ?? '') })}
      isOpen={isOpen}
      onClose={close}
      change={remove}
      submit={t.optOuts.remove}
      onConfirm={() => about !== null && remove.mutate(about)}
    >
      {t.optOuts.removeWarning}
    </Confirm>
  )
}
