import { NumberInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Credential } from '../../../../src/contract/console/accounts.ts'
import { overlapHoursMax } from '../../../../src/values/overlap.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import type { Shown } from './credential.ts'

/** Replaces a key or token. Both work during the overlap. */
export function Rotate({
  credential: { id, kind, name, products },
  onClose,
  onRotated,
}: {
  readonly credential: Credential
  readonly onClose: () => void
  readonly onRotated: (shown: Shown) => void
}) {
  const account = useThisAccount()
  const form = useForm<{ overlapHours: number | string }>({
    initialValues: { overlapHours: 24 },
    validate: {
      overlapHours: (value) =>
        Number.isInteger(value) && Number(value) >= 0 && Number(value) <= overlapHoursMax
          ? null
          : fill(t.apiSetup.rotate.overlapInvalid, { max: overlapHoursMax }),
    },
  })
  const rotate = useChange(
    ({ overlapHours }: typeof form.values) =>
      ask('POST /accounts/:account/credentials/:credential/rotate', {
        path: { account: account.id, credential: id },
        body: { overlapHours: Number(overlapHours) },
      }),
    {
      refreshes: [`${account.path}/credentials`],
      onDone: (issued) =>
        onRotated({
          title: fill(kind === 'key' ? t.apiSetup.rotate.newKey : t.apiSetup.rotate.newToken, { name }),
          issued,
          products,
        }),
    },
  )
  return (
    <FormDialog
      title={fill(t.apiSetup.rotate.title, { name })}
      isOpen
      onClose={onClose}
      change={rotate}
      submit={kind === 'key' ? t.apiSetup.rotate.createKey : t.apiSetup.rotate.createToken}
      onSubmit={form.onSubmit((values) => rotate.mutate(values))}
    >
      <Text>{t.apiSetup.rotate.about}</Text>
      <NumberInput
        label={t.apiSetup.rotate.overlap}
        description={t.apiSetup.rotate.overlapHelp}
        min={0}
        max={overlapHoursMax}
        clampBehavior="none"
        allowDecimal={false}
        data-autofocus
        {...form.getInputProps('overlapHours')}
      />
    </FormDialog>
  )
}
