import { Switch, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Endpoint } from '../../../../src/contract/account/webhooks.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import type { Account } from '../../session.tsx'
import { t } from '../../text.ts'
import { BodyOptions, UrlInput } from './add-dialog.tsx'
import type { EndpointPath } from './endpoint-path.ts'
import { HeaderLines, headersIn, judgeHeaderLines } from './header-lines.tsx'

export interface EndpointDialogProps {
  readonly account: Account
  readonly endpoint: Endpoint
  readonly onClose: () => void
}

export const pathOf = ({ account, endpoint }: EndpointDialogProps): EndpointPath => ({
  account: account.id,
  endpoint: endpoint.id,
})

export function ChangeDialog(props: EndpointDialogProps) {
  const { account, endpoint, onClose } = props
  const { event, url, flatArgs, stringIds, adHoc, disabledAt } = endpoint
  const form = useForm({
    initialValues: { url, flatArgs, stringIds, enabled: disabledAt === null, headers: '' },
    validate: {
      url: (value) => (value.trim() === '' ? t.webhooks.form.urlRequired : null),
      headers: judgeHeaderLines,
    },
  })
  const change = useChange(
    // Unchanged fields are omitted: enabling an enabled endpoint would reset its failing state.
    (values: typeof form.values) =>
      ask('PUT /v2/webhooks/:endpoint', {
        path: pathOf(props),
        body: {
          ...(values.url.trim() === url ? {} : { url: values.url.trim() }),
          ...(values.flatArgs === flatArgs ? {} : { flatArgs: values.flatArgs }),
          ...(values.stringIds === stringIds ? {} : { stringIds: values.stringIds }),
          ...(values.enabled === (disabledAt === null) ? {} : { enabled: values.enabled }),
          ...headersIn(values.headers),
        },
      }),
    {
      refreshes: [`${account.path}/webhooks`, `${account.path}/overview`],
      onDone: ({ warning }) => {
        sayDone(warning === undefined ? t.webhooks.form.changed : t.webhooks.form.changedWarning)
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={t.webhooks.form.editTitle}
      isOpen
      onClose={onClose}
      change={change}
      submit={t.webhooks.form.save}
      onSubmit={form.onSubmit((values) => change.mutate(values))}
    >
      {adHoc ? (
        <Text size="sm" c="dimmed">
          {t.webhooks.form.adHoc}
        </Text>
      ) : (
        <UrlInput data-autofocus {...form.getInputProps('url')} />
      )}
      <HeaderLines kept={endpoint.headers} {...form.getInputProps('headers')} />
      <BodyOptions event={event} propsOf={(name) => form.getInputProps(name, { type: 'checkbox' })} />
      <Switch
        label={t.webhooks.form.enabled}
        description={t.webhooks.form.enabledHelp}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
