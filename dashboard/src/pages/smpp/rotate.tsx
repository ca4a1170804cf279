import { NumberInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { SmppCredential } from '../../../../src/contract/console/smpp.ts'
import { overlapHoursMax } from '../../../../src/values/overlap.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { showTime } from '../../parts/formats.ts'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import type { Shown } from './issued.tsx'

/** Replaces the password. Both work during the overlap. */
export function RotateSmpp({
  credential: { id, systemId: name },
  onClose,
  onRotated,
}: {
  readonly credential: SmppCredential
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
          : fill(t.smpp.rotate.overlapInvalid, { max: overlapHoursMax }),
    },
  })
  const rotate = useChange(
    ({ overlapHours }: typeof form.values) =>
      ask('POST /accounts/:account/smpp/credentials/:credential/rotate', {
        path: { account: account.id, credential: id },
        body: { overlapHours: Number(overlapHours) },
      }),
    {
      refreshes: [`${account.path}/smpp`],
      onDone: ({ systemId, password, oldPasswordUntil }) =>
        onRotated({
          title: fill(t.smpp.issued.rotated, { name }),
          systemId,
          password,
          note:
            oldPasswordUntil === null
              ? t.smpp.issued.oldEnded
              : fill(t.smpp.issued.oldUntil, { time: showTime(new Date(oldPasswordUntil)) }),
        }),
    },
  )
  return (
    <FormDialog
      title={fill(t.smpp.rotate.title, { name })}
      isOpen
      onClose={onClose}
      change={rotate}
      submit={t.smpp.rotate.submit}
      onSubmit={form.onSubmit((values) => rotate.mutate(values))}
    >
      <Text>{t.smpp.rotate.about}</Text>
      <NumberInput
        label={t.smpp.rotate.overlap}
        description={t.smpp.rotate.overlapHelp}
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
