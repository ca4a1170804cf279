import { Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { toIso, toLocal } from '../../parts/local-time.ts'
import { showCount } from '../../parts/text.tsx'
import { type EndpointPath, placeOf } from './endpoint-path.ts'

const dayMs = 86_400_000

/** Delivers again what did not arrive, or everything, since a time. */
export function RepeatDialog({ path, onClose }: { readonly path: EndpointPath; readonly onClose: () => void }) {
  const form = useForm({
    initialValues: { since: toLocal(new Date(Date.now() - dayMs)), failedOnly: true },
    validate: { since: (value) => (toIso(value) ? null : 'Choose a day and a time') },
  })
  const repeat = useChange(
    ({ since, failedOnly }: typeof form.values) =>
      ask('POST /accounts/:account/webhooks/:endpoint/repeat', {
        path,
        body: { since: toIso(since) ?? '', failedOnly },
      }),
    {
      refreshes: [placeOf(path)],
      onDone: ({ repeated }) => {
        sayDone(
          repeated === 0
            ? 'There was nothing to repeat.'
            : `${showCount(repeated)} ${repeated === 1 ? 'event is' : 'events are'} delivered again now.`,
        )
        onClose()
      },
    },
  )
  return (
    <FormDialog
      title="Repeat events"
      isOpen
      onClose={onClose}
      change={repeat}
      submit="Repeat events"
      onSubmit={form.onSubmit((values) => repeat.mutate(values))}
    >
      <Text size="sm" c="dimmed">
        Events are delivered again under their old ids, and have all their tries again. Tests are left out.
      </Text>
      <TextInput
        type="datetime-local"
        label={`Since (${Intl.DateTimeFormat().resolvedOptions().timeZone})`}
        required
        data-autofocus
        {...form.getInputProps('since')}
      />
      <Switch label="Only those that never arrived" {...form.getInputProps('failedOnly', { type: 'checkbox' })} />
    </FormDialog>
  )
}
