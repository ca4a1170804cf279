import { Checkbox, NumberInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Route, RouteBody } from '../../../../../src/contract/console/routing.ts'
import type { Lane } from '../../../../../src/values/lane.ts'
import { ask } from '../../../api.ts'
import { useAsk, useChange } from '../../../data.ts'
import { FormDialog } from '../../../parts/dialog.tsx'
import { sayDone } from '../../../parts/done.ts'
import { AccountSelect } from '../account-select.tsx'
import { describeRoute, laneChoices } from './words.tsx'

interface Props {
  readonly carrier: string
  /** The route to change; left out: a new one. */
  readonly route?: Route | undefined
  readonly onClose: () => void
}

/** Leads numbers to a carrier, or changes how a route does. */
export function EditRoute({ carrier, route, onClose }: Props) {
  const carriers = useAsk('GET /carriers', {})
  const names = (carriers.data?.data ?? []).map(({ name }) => name)
  const form = useForm({
    initialValues: {
      carrier: route?.carrier ?? carrier,
      prefix: route?.prefix ?? '',
      accountId: route?.accountId == null ? null : String(route.accountId),
      sender: route?.sender ?? '',
      lane: route?.lane ?? (null as Lane | null),
      place: String(route?.place ?? 1),
      stop: route?.stop ?? false,
    },
    validate: {
      carrier: (value) => (value === '' ? 'Choose a carrier.' : null),
      prefix: (value) => (/^\d{0,15}$/.test(value) ? null : 'Digits in international format without +, such as 255.'),
    },
  })
  const save = useChange(
    (body: RouteBody) =>
      route === undefined
        ? ask('POST /routes', { body })
        : ask('PUT /routes/:route', { path: { route: route.id }, body }),
    {
      refreshes: ['/routes'],
      onDone: (saved) => {
        sayDone(`To ${saved.carrier}: ${describeRoute(saved)}.`)
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={route === undefined ? 'Add a route' : 'Change the route'}
      isOpen
      onClose={onClose}
      change={save}
      submit={route === undefined ? 'Add route' : 'Save route'}
      onSubmit={form.onSubmit(({ carrier: to, prefix, accountId, sender, lane, place, stop }) =>
        save.mutate({
          carrier: to,
          prefix,
          accountId: accountId === null ? null : Number(accountId),
          sender: sender === '' ? null : sender,
          lane,
          stop,
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
      <Checkbox
        label="Stop here"
        description="Messages take no route after this one, such as one for all numbers, also while its carrier is not available."
        {...form.getInputProps('stop', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
