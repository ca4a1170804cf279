import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { useFieldProblem } from '../../parts/field-problem.ts'
import { useMe, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import type { Shown } from './issued.tsx'
import { SettingFields } from './setting-fields.tsx'
import { bodyOf, checksOf, refusedFields, type SettingValues, startSettings } from './settings.ts'

interface Values extends SettingValues {
  systemId: string
}

const refusedFieldsOfNew = {
  ...refusedFields,
  'Invalid System ID': 'systemId',
  'System ID Is In Use': 'systemId',
} as const

export function CreateSmpp({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void
  readonly onCreated: (shown: Shown) => void
}) {
  const account = useThisAccount()
  const { operator } = useMe()
  const form = useForm<Values>({
    initialValues: { systemId: '', ...startSettings },
    validate: {
      systemId: (value) => (/^[A-Za-z0-9_.-]{0,15}$/.test(value.trim()) ? null : t.smpp.form.systemIdInvalid),
      ...checksOf(null, operator),
    },
  })
  const create = useChange(
    async ({ systemId, ...settings }: Values): Promise<Shown> => {
      const name = systemId.trim()
      const body = { ...(name === '' ? {} : { systemId: name }), ...bodyOf(settings, operator) }
      const issued = await ask('POST /accounts/:account/smpp/credentials', { path: { account: account.id }, body })
      return { title: t.smpp.issued.created, ...issued, note: null }
    },
    { refreshes: [`${account.path}/smpp`], onDone: onCreated },
  )
  const shown = useFieldProblem(form, create, refusedFieldsOfNew)
  return (
    <FormDialog
      title={t.smpp.form.createTitle}
      isOpen
      size="lg"
      onClose={onClose}
      change={shown}
      submit={t.smpp.create}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
    >
      <TextInput
        label={t.smpp.form.systemId}
        description={t.smpp.form.systemIdHelp}
        maxLength={15}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('systemId')}
      />
      <SettingFields form={form} />
    </FormDialog>
  )
}
