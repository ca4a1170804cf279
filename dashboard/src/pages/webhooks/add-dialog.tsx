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
    initialValues: { event: 'delivery-report' as EventKind, url: '', flatArgs: false, stringIds: false, headers: '' },
    validate: {
      url: (value) => (value.trim() === '' ? t.webhooks.form.urlRequired : null),
      headers: judgeHeaderLines,
    },
  })
  const add = useChange(
    ({ event, url, flatArgs, stringIds, headers }: typeof form.values) =>
      ask('POST /v2/webhooks', {
        path: { account: account.id },
        body: {
          event,
          url: url.trim(),
          flatArgs: event === 'airtime' && flatArgs,
          stringIds: event === 'delivery-report' && stringIds,
          ...headersIn(headers),
        },
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
      <BodyOptions event={event} propsOf={(name) => form.getInputProps(name, { type: 'checkbox' })} />
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

interface BodyOptionsProps {
  readonly event: EventKind
  readonly propsOf: (name: 'flatArgs' | 'stringIds') => object
}

/** For servers written for another platform. */
export function BodyOptions({ event, propsOf }: BodyOptionsProps) {
  const { form } = t.webhooks
  if (event === 'airtime')
    return <Switch label={form.flatArgs} description={form.flatArgsHelp} {...propsOf('flatArgs')} />
  if (event === 'delivery-report')
    return <Switch label={form.stringIds} description={form.stringIdsHelp} {...propsOf('stringIds')} />
  return null
}
