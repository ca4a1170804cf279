import { Switch, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Endpoint } from '../../../../src/contract/console/webhooks.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import type { Account } from '../../session.tsx'
import { AddressInput, FlatArgs } from './add-dialog.tsx'
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
  const { event, url, flatArgs, adHoc, disabledAt } = endpoint
  const form = useForm({
    initialValues: { url, flatArgs, enabled: disabledAt === null, headers: '' },
    validate: {
      url: (value) => (value.trim() === '' ? 'Write the whole address, beginning with https://' : null),
      headers: judgeHeaderLines,
    },
  })
  const change = useChange(
    // What was not touched is left out: to enable what is enabled already would forget that it fails.
    (values: typeof form.values) =>
      ask('PUT /accounts/:account/webhooks/:endpoint', {
        path: pathOf(props),
        body: {
          ...(values.url.trim() === url ? {} : { url: values.url.trim() }),
          ...(values.flatArgs === flatArgs ? {} : { flatArgs: values.flatArgs }),
          ...(values.enabled === (disabledAt === null) ? {} : { enabled: values.enabled }),
          ...headersIn(values.headers),
        },
      }),
    {
      refreshes: [`${account.path}/webhooks`, `${account.path}/overview`],
      onDone: ({ warning }) => {
        sayDone(
          warning === undefined
            ? 'The endpoint was changed.'
            : 'The endpoint was changed. Its host name can’t be found at the moment: please check it.',
        )
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title="Change endpoint"
      isOpen
      onClose={onClose}
      change={change}
      submit="Save"
      onSubmit={form.onSubmit((values) => change.mutate(values))}
    >
      {adHoc ? (
        <Text size="sm" c="dimmed">
          The address of this endpoint came with a message, so it can’t be changed here: send messages with another one.
        </Text>
      ) : (
        <AddressInput data-autofocus {...form.getInputProps('url')} />
      )}
      <HeaderLines kept={endpoint.headers} {...form.getInputProps('headers')} />
      {event === 'airtime' && <FlatArgs {...form.getInputProps('flatArgs', { type: 'checkbox' })} />}
      <Switch
        label="Enabled"
        description="While it is off nothing is called, and what happens is kept for it."
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
