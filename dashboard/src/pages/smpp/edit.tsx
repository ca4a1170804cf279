import { useForm } from '@mantine/form'
import type { SmppCredential } from '../../../../src/contract/console/smpp.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { useFieldProblem } from '../../parts/field-problem.ts'
import { useMe, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { SettingFields } from './setting-fields.tsx'
import { bodyOf, checksOf, refusedFields, type SettingValues, valuesOf } from './settings.ts'

export function EditSmpp({
  credential,
  onClose,
}: {
  readonly credential: SmppCredential
  readonly onClose: () => void
}) {
  const account = useThisAccount()
  const { operator } = useMe()
  const { id, systemId: name } = credential
  const form = useForm<SettingValues>({ initialValues: valuesOf(credential), validate: checksOf(credential, operator) })
  const change = useChange(
    (values: SettingValues) =>
      ask('PUT /accounts/:account/smpp/credentials/:credential', {
        path: { account: account.id, credential: id },
        body: bodyOf(values, operator),
      }),
    {
      refreshes: [`${account.path}/smpp`],
      onDone: () => {
        sayDone(fill(t.smpp.form.saved, { name }))
        onClose()
      },
    },
  )
  const shown = useFieldProblem(form, change, refusedFields)
  return (
    <FormDialog
      title={fill(t.smpp.form.editTitle, { name })}
      isOpen
      size="lg"
      onClose={onClose}
      change={shown}
      submit={t.smpp.form.save}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
    >
      <SettingFields form={form} />
    </FormDialog>
  )
}
