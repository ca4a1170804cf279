import { Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { toIso, toLocal } from '../../parts/local-time.ts'
import { fill, t } from '../../text.ts'
import { type EndpointPath, placeOf } from './endpoint-path.ts'

const dayMs = 86_400_000

/** Replays the events since a time: undelivered ones, or all. */
export function ReplayDialog({ path, onClose }: { readonly path: EndpointPath; readonly onClose: () => void }) {
  const form = useForm({
    initialValues: { since: toLocal(new Date(Date.now() - dayMs)), failedOnly: true },
    validate: { since: (value) => (toIso(value) ? null : t.webhooks.replay.sinceRequired) },
  })
  const replay = useChange(
    ({ since, failedOnly }: typeof form.values) =>
      ask('POST /v2/webhooks/:endpoint/repeat', {
        path,
        body: { since: toIso(since) ?? '', failedOnly },
      }),
    {
      refreshes: [placeOf(path)],
      onDone: ({ repeated }) => {
        sayDone(fill(t.webhooks.replay.done, { count: repeated }))
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title={t.webhooks.log.replaySeveral}
      isOpen
      onClose={onClose}
      change={replay}
      submit={t.webhooks.log.replaySeveral}
      onSubmit={form.onSubmit((values) => replay.mutate(values))}
    >
      <Text size="sm" c="dimmed">
        {t.webhooks.replay.about}
      </Text>
      <TextInput
        type="datetime-local"
        label={fill(t.webhooks.replay.since, { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
        required
        data-autofocus
        {...form.getInputProps('since')}
      />
      <Switch label={t.webhooks.replay.failedOnly} {...form.getInputProps('failedOnly', { type: 'checkbox' })} />
    </FormDialog>
  )
}
