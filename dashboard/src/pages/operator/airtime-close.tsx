import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Transfer } from '../../../../src/contract/account/airtime.ts'
import type { BodyOf } from '../../../../src/contract/console/index.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { showAmount } from '../../parts/formats.ts'
import { usePhoneText } from '../../parts/phone.tsx'
import { fill } from '../../text.ts'

const outcomes = ['successful', 'failed'] as const

/** Closes a transfer whose result the provider reported outside of its API. */
export function CloseTransfer({ transfer, onClose }: { readonly transfer: Transfer; readonly onClose: () => void }) {
  const showPhone = usePhoneText()
  const form = useForm({
    initialValues: { as: null as (typeof outcomes)[number] | null, reason: '' },
    validate: {
      as: (value) => (value === null ? t.overdueAirtime.outcomeMissing : null),
      reason: (value) => (value.trim() === '' ? t.overdueAirtime.reasonMissing : null),
    },
  })
  const end = useChange(
    (body: BodyOf<'POST /airtime/transfers/:transfer/end'>) =>
      ask('POST /airtime/transfers/:transfer/end', { path: { transfer: transfer.id }, body }),
    {
      refreshes: ['/airtime/overdue', `/accounts/${transfer.accountId}`],
      onDone: () => {
        sayDone(fill(t.overdueAirtime.closed, { id: transfer.id }))
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={fill(t.overdueAirtime.closeNumbered, { id: transfer.id })}
      isOpen
      onClose={onClose}
      change={end}
      submit={t.overdueAirtime.closeTransfer}
      isDangerous
      onSubmit={form.onSubmit(({ as, reason }) => {
        if (as !== null) end.mutate({ as, reason: reason.trim() })
      })}
    >
      <Text size="sm">
        {fill(t.overdueAirtime.closeAbout, {
          amount: showAmount(transfer.amount, transfer.currency),
          phone: showPhone(transfer.phone),
        })}
      </Text>
      <Radio.Group label={t.overdueAirtime.outcome} required {...form.getInputProps('as')}>
        <Stack gap="xs" mt="xs">
          {outcomes.map((outcome) => (
            <Radio
              key={outcome}
              value={outcome}
              label={t.overdueAirtime.outcomes[outcome]}
              description={t.overdueAirtime.outcomeAbout[outcome]}
            />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t.overdueAirtime.reason}
        description={t.overdueAirtime.reasonAbout}
        required
        maxLength={200}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
