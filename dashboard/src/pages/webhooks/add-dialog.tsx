import { Select, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { EndpointWithSecret } from '../../../../src/contract/account/webhooks.ts'
import type { EventKind } from '../../../../src/contract/callbacks.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import type { Account } from '../../session.tsx'
import { t } from '../../text.ts'
import { HeaderLines, headersIn, judgeHeaderLines } from './header-lines.tsx'

const choices = Object.entries(t.webhooks.events).map(([value, label]) => ({ value, label }))

interface AddDialogProps {
  readonly account: Account
  readonly onClose: () => void
  readonly onAdded: (endpoint: EndpointWithSecret) => void
}

export function AddDialog({ account, onClose, onAdded }: AddDialogProps) {
  const form = useForm({
    initialValues: { event: 'delivery-report' as EventKind, url: '', flatArgs: false, headers: '' },
    validate: {
      url: (value) => (value.trim() === '' ? t.webhooks.form.urlRequired : null),
      headers: judgeHeaderLines,
    },
  })
  const add = useChange(
    ({ event, url, flatArgs, headers }: typeof form.values) =>
      ask('POST /v2/webhooks', {
        path: { account: account.id },
        body: { event, url: url.trim(), flatArgs: event === 'airtime' && flatArgs, ...headersIn(headers) },
      }),
    { refreshes: [`${account.path}/webhooks`], onDone: onAdded },
  )
  const { event } = form.values
  return (
    <FormDialog
      title={t.webhooks.add}
      isOpen
      onClose={onClose}
      change={add}
      submit={t.webhooks.add}
      onSubmit={form.onSubmit((values) => add.mutate(values))}
    >
      <Select
        label={t.webhooks.event}
        description={t.webhooks.eventAbout[event]}
        required
        allowDeselect={false}
        data={choices}
        data-autofocus
        {...form.getInputProps('event')}
        comboboxProps={{ withinPortal: true }}
      />
      <UrlInput {...form.getInputProps('url')} />
      <HeaderLines {...form.getInputProps('headers')} />
      {event === 'airtime' && <FlatArgs {...form.getInputProps('flatArgs', { type: 'checkbox' })} />}
    </FormDialog>
  )
}

export function UrlInput(props: object) {
  return (
    <TextInput
      label={t.webhooks.url}
      description={t.webhooks.form.urlHelp}
      placeholder="https://example.com/ngoma"
      type="url"
      inputMode="url"
      autoComplete="off"
      required
      {...props}
    />
  )
}

/** For servers written for another platform. */
export function FlatArgs(props: object) {
  return <Switch label={t.webhooks.form.flatArgs} description={t.webhooks.form.flatArgsHelp} {...props} />
}
