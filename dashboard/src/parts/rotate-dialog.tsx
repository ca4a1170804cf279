import { NumberInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { overlapHoursMax } from '../../../src/values/overlap.ts'
import { fill, t } from '../text.ts'
import { type Change, FormDialog } from './dialog.tsx'

/** Replaces a secret. The old and the new one work during the overlap. */
export function RotateDialog({
  title,
  about,
  overlapHelp,
  submit,
  change,
  onClose,
  onRotate,
}: {
  readonly title: string
  readonly about: string
  readonly overlapHelp: string
  readonly submit: string
  readonly change: Change
  readonly onClose: () => void
  readonly onRotate: (overlapHours: number) => void
}) {
  const form = useForm<{ overlapHours: number | string }>({
    initialValues: { overlapHours: 24 },
    validate: {
      overlapHours: (value) =>
        Number.isInteger(value) && Number(value) >= 0 && Number(value) <= overlapHoursMax
          ? null
          : fill(t.shared.overlapInvalid, { max: overlapHoursMax }),
    },
  })
  return (
    <FormDialog
      title={title}
      isOpen
      onClose={onClose}
      change={change}
      submit={submit}
      onSubmit={form.onSubmit(({ overlapHours }) => onRotate(Number(overlapHours)))}
    >
      <Text>{about}</Text>
      <NumberInput
        label={t.shared.overlap}
        description={overlapHelp}
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
