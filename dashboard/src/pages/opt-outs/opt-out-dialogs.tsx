import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { OptOut } from '../../../../src/contract/account/consent.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { badNumber, isNumber, withPlus } from '../../parts/numbers.ts'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { usePhoneText } from '../../parts/phone.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

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

export function RemoveOptOut({ opening: { isOpen, about, close } }: { readonly opening: Opening<OptOut> }) {
  const { id, path } = useThisAccount()
  const showPhone = usePhoneText()
  const number = showPhone(about?.phone ?? '')
  const removeOne = ({ phone }: OptOut) =>
    ask('DELETE /v2/optouts/:phone', { path: { account: id, phone: withPlus(phone) } })
  const remove = useChange(removeOne, {
    refreshes: [`${path}/optouts`],
    onDone: () => {
      close()
      sayDone(fill(t.optOuts.removed, { phone: number }))
    },
  })
  useOnOpen(isOpen, remove.reset)
  return (
    <Confirm
      title={fill(t.optOuts.removeTitle, { phone: number })}
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
