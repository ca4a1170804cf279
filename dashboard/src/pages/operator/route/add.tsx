import { NumberInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { RouteBody } from '../../../../../src/contract/console/routing.ts'
import type { Lane } from '../../../../../src/values/lane.ts'
import { ask } from '../../../api.ts'
import { useAsk, useChange } from '../../../data.ts'
import { FormDialog } from '../../../parts/dialog.tsx'
import { sayDone } from '../../../parts/done.ts'
import { AccountSelect } from '../account-select.tsx'
import { describeRoute, laneChoices } from './words.tsx'

/** Leads numbers to a carrier. */
export function AddRoute({ carrier, onClose }: { readonly carrier: string; readonly onClose: () => void }) {
  const carriers = useAsk('GET /carriers', {})
  const names = (carriers.data?.data ?? []).map(({ name }) => name)
  const form = useForm({
    initialValues: {
      carrier,
      prefix: '',
      accountId: null as string | null,
      sender: '',
      lane: null as Lane | null,
      place: '1',
    },
    validate: {
      carrier: (value) => (value === '' ? 'Choose a carrier.' : null),
      prefix: (value) => (/^\d{0,15}$/.test(value) ? null : 'Digits in international format without +, such as 255.'),
    },
  })
  const add = useChange((body: RouteBody) => ask('POST /routes', { body }), {
    refreshes: ['/routes'],
    onDone: (route) => {
      sayDone(`To ${route.carrier}: ${describeRoute(route)}.`)
      onClose()
    },
  })
  return (
    <FormDialog
      title="Add a route"
      isOpen
      onClose={onClose}
      change={add}
      submit="Add route"
      onSubmit={form.onSubmit(({ carrier: to, prefix, accountId, sender, lane, place }) =>
        add.mutate({
          carrier: to,
          prefix,
          accountId: accountId === null ? null : Number(accountId),
          sender: sender === '' ? null : sender,
          lane,
          ...(place === '' ? {} : { place: Number(place) }),
        }),
      )}
    >
      <Select
        label="Carrier"
        withAsterisk
        data={names}
        allowDeselect={false}
        nothingFoundMessage="No carrier is set up"
        {...form.getInputProps('carrier')}
        value={form.values.carrier === '' ? null : form.values.carrier}
      />
      <TextInput
        label="Prefix"
        description="What the numbers begin with, such as 255 or 25571. Leave it empty for all numbers."
        inputMode="numeric"
        {...form.getInputProps('prefix')}
      />
      <AccountSelect
        label="Account"
        placeholder="All accounts"
        value={form.values.accountId}
        onChange={(id) => form.setFieldValue('accountId', id)}
      />
      <TextInput
        label="Sender name"
        description="Only messages from this sender. Leave it empty for all."
        maxLength={15}
        {...form.getInputProps('sender')}
      />
      <Select
        label="Kind of message"
        placeholder="All kinds"
        clearable
        data={laneChoices}
        {...form.getInputProps('lane')}
      />
      <NumberInput
        label="Place"
        description="Among routes for the same the lower goes first; the others are for when it fails."
        hideControls
        allowDecimal={false}
        clampBehavior="none"
        value={form.values.place}
        onChange={(value) => form.setFieldValue('place', String(value))}
      />
    </FormDialog>
  )
}
