import { Select, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { EventKind } from '../../../../src/contract/callbacks.ts'
import type { EndpointWithSecret } from '../../../../src/contract/console/webhooks.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import type { Account } from '../../session.tsx'
import { HeaderLines, headersIn, judgeHeaderLines } from './header-lines.tsx'
import { eventNames } from './words.ts'

const choices = Object.entries(eventNames).map(([value, [label]]) => ({ value, label }))

interface AddDialogProps {
  readonly account: Account
  readonly onClose: () => void
  readonly onAdded: (endpoint: EndpointWithSecret) => void
}

export function AddDialog({ account, onClose, onAdded }: AddDialogProps) {
  const form = useForm({
    initialValues: { event: 'delivery-report' as EventKind, url: '', flatArgs: false, headers: '' },
    validate: {
      url: (value) => (value.trim() === '' ? 'Write the whole address, beginning with https://' : null),
      headers: judgeHeaderLines,
    },
  })
  const add = useChange(
    ({ event, url, flatArgs, headers }: typeof form.values) =>
      ask('POST /accounts/:account/webhooks', {
        path: { account: account.id },
        body: { event, url: url.trim(), flatArgs: event === 'airtime' && flatArgs, ...headersIn(headers) },
      }),
    { refreshes: [`${account.path}/webhooks`], onDone: onAdded },
  )
  const { event } = form.values
  return (
    <FormDialog
      title="Add endpoint"
      isOpen
      onClose={onClose}
      change={add}
      submit="Add endpoint"
      onSubmit={form.onSubmit((values) => add.mutate(values))}
    >
      <Select
        label="Tell about"
        description={eventNames[event][1]}
        required
        allowDeselect={false}
        data={choices}
        data-autofocus
        {...form.getInputProps('event')}
        comboboxProps={{ withinPortal: true }}
      />
      <AddressInput {...form.getInputProps('url')} />
      <HeaderLines {...form.getInputProps('headers')} />
      {event === 'airtime' && <FlatArgs {...form.getInputProps('flatArgs', { type: 'checkbox' })} />}
    </FormDialog>
  )
}

export function AddressInput(props: object) {
  return (
    <TextInput
      label="Address"
      description="Where your server takes the calls. It begins with https:// and can be reached from the internet."
      placeholder="https://example.com/ngoma"
      type="url"
      inputMode="url"
      autoComplete="off"
      required
      {...props}
    />
  )
}

/** For servers that were written for other senders of such calls. */
export function FlatArgs(props: object) {
  return (
    <Switch
      label="Repeat what is in “args” at the top"
      description="For servers that look for the number and the amount at the top level of the call. They are in both places then."
      {...props}
    />
  )
}
