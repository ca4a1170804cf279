import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Transfer } from '../../../../src/contract/console/airtime.ts'
import type { BodyOf } from '../../../../src/contract/console/index.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { Amount } from '../../parts/text.tsx'

/** What the provider said elsewhere, by hand. */
export function EndTransfer({ transfer, onClose }: { readonly transfer: Transfer; readonly onClose: () => void }) {
  const form = useForm({
    initialValues: { as: null as 'successful' | 'failed' | null, reason: '' },
    validate: {
      as: (value) => (value === null ? 'Say how it ended.' : null),
      reason: (value) => (value.trim() === '' ? 'Say how you know.' : null),
    },
  })
  const end = useChange(
    (body: BodyOf<'POST /airtime/transfers/:transfer/end'>) =>
      ask('POST /airtime/transfers/:transfer/end', { path: { transfer: transfer.id }, body }),
    {
      refreshes: ['/airtime/overdue', `/accounts/${transfer.accountId}`],
      onDone: () => {
        sayDone(`Transfer ${transfer.id} has ended.`)
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={`End transfer ${transfer.id}`}
      isOpen
      onClose={onClose}
      change={end}
      submit="End transfer"
      isDangerous
      onSubmit={form.onSubmit(({ as, reason }) => {
        if (as !== null) end.mutate({ as, reason: reason.trim() })
      })}
    >
      <Text size="sm">
        <Amount value={transfer.amount} currency={transfer.currency} /> to {transfer.phone}. This can’t be taken back,
        and the account is told.
      </Text>
      <Radio.Group label="It ended as" required {...form.getInputProps('as')}>
        <Stack gap="xs" mt="xs">
          <Radio value="successful" label="Successful" description="The phone was topped up. The amount is spent." />
          <Radio
            value="failed"
            label="Failed"
            description="The phone was not topped up. The amount goes back to the account’s credit."
          />
        </Stack>
      </Radio.Group>
      <TextInput
        label="Reason"
        description="For the audit log; the account reads it too when the transfer failed."
        required
        maxLength={200}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
