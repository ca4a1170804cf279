import { NumberInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Credential } from '../../../../src/contract/console/accounts.ts'
import { overlapHoursMax } from '../../../../src/values/overlap.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { useThisAccount } from '../../session.tsx'
import { kindWord, type Shown } from './credential.ts'

/** A new one in the place of another, while both are taken for a while. */
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
          : `Whole hours, from 0 to ${overlapHoursMax}.`,
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
      onDone: (issued) => onRotated({ title: `The new ${kindWord[kind]} for ${name}`, issued, products }),
    },
  )
  return (
    <FormDialog
      title={`Replace ${name}`}
      isOpen
      onClose={onClose}
      change={rotate}
      submit={kind === 'key' ? 'Create new key' : 'Create new token'}
      onSubmit={form.onSubmit((values) => rotate.mutate(values))}
    >
      <Text>
        You get a new {kind} with the same name and limits. The old one goes on working for a while, so that you can
        change your programs over one by one; then it ends by itself.
      </Text>
      <NumberInput
        label="Both work for so many hours"
        description="0 ends the old one at once, which is right when it has fallen into wrong hands. 720 are 30 days."
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
