import { Checkbox, NumberInput, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Route, RouteBody } from '../../../../../src/contract/console/routing.ts'
import type { Lane } from '../../../../../src/values/lane.ts'
import { senderLengthMax } from '../../../../../src/values/sender.ts'
import { ask } from '../../../api.ts'
import { useAsk, useChange } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { AccountSelect } from '../../../parts/account-select.tsx'
import { FormDialog } from '../../../parts/dialog.tsx'
import { sayDone } from '../../../parts/done.tsx'
import { fill } from '../../../text.ts'
import { describeRoute, laneChoices } from './describe.ts'

interface Props {
  readonly carrier: string
  /** The route to change; undefined for a new one. */
  readonly route?: Route | undefined
  readonly onClose: () => void
}

/** Adds or changes a route. */
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
      carrier: (value) => (value === '' ? t.routes.carrierMissing : null),
      prefix: (value) => (/^\d{0,15}$/.test(value) ? null : t.routes.prefixInvalid),
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
        sayDone(fill(t.routes.saved, { carrier: saved.carrier, route: describeRoute(saved) }))
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={route === undefined ? t.routes.addRoute : t.routes.changeRoute}
      isOpen
      onClose={onClose}
      change={save}
      submit={route === undefined ? t.routes.addRoute : t.routes.saveRoute}
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
        label={t.routes.carrier}
        withAsterisk
        data={names}
        allowDeselect={false}
        nothingFoundMessage={t.routes.noCarriers}
        {...form.getInputProps('carrier')}
        value={form.values.carrier === '' ? null : form.values.carrier}
      />
      <TextInput
        label={t.routes.prefix}
        description={t.routes.prefixAbout}
        inputMode="numeric"
        {...form.getInputProps('prefix')}
      />
      <AccountSelect
        label={t.routes.account}
        placeholder={t.routes.allAccounts}
        value={form.values.accountId}
        onChange={(id) => form.setFieldValue('accountId', id)}
      />
      <TextInput
        label={t.routes.sender}
        description={t.routes.senderAbout}
        maxLength={senderLengthMax}
        {...form.getInputProps('sender')}
      />
      <Select
        label={t.routes.kind}
        placeholder={t.routes.allKinds}
        clearable
        clearButtonProps={{ 'aria-label': fill(t.shared.clearNamed, { name: t.routes.kind }) }}
        data={laneChoices}
        {...form.getInputProps('lane')}
      />
      <NumberInput
        label={t.routes.priority}
        description={t.routes.priorityAbout}
        hideControls
        allowDecimal={false}
        clampBehavior="none"
        value={form.values.place}
        onChange={(value) => form.setFieldValue('place', String(value))}
      />
      <Checkbox
        label={t.routes.stopHere}
        description={t.routes.stopAbout}
        {...form.getInputProps('stop', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
