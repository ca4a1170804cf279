import { NumberInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { overlapHoursMax } from '../../../../src/values/overlap.ts'
import { send, useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { useThisAccount } from '../../session.tsx'
import { type Credential, type Issued, kindWord, type Shown } from './credential.ts'

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
  const path = `${useThisAccount().path}/credentials`
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
    ({ overlapHours }: typeof form.values) => send<Issued>('POST', `${path}/${id}/rotate`, { overlapHours }),
    {
      refreshes: [path],
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
