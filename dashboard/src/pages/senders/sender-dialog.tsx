import { List, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { senderLengthMax } from '../../../../src/values/sender.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

/** The characters that the server accepts: every phone shows them unchanged. */
const allowed = /^[A-Za-z0-9 !"#$%&'()*+,./:;<=>?@_-]+$/

function findFault(text: string): string | null {
  const sender = text.trim()
  if (sender === '') return t.senders.nameRequired
  if (!allowed.test(sender)) return t.senders.badCharacters
  return sender.length <= 11 || /^\+?\d{1,20}$/.test(sender) ? null : t.senders.tooLong
}

export function SenderDialog({ opening: { isOpen, close } }: { readonly opening: Opening<never> }) {
  const { id, path } = useThisAccount()
  const form = useForm({
    initialValues: { sender: '', sampleContent: '' },
    validate: {
      sender: findFault,
      sampleContent: (text) => (text.trim() === '' ? t.senders.sampleRequired : null),
    },
  })
  const request = useChange(
    (values: typeof form.values) =>
      ask('POST /v2/senders', {
        path: { account: id },
        body: { ...values, sender: values.sender.trim() },
      }),
    {
      refreshes: [`${path}/senders`, `${path}/overview`],
      onDone: ({ sender }) => {
        close()
        sayDone(fill(t.senders.done, { sender }))
      },
    },
  )
  useOnOpen(isOpen, () => {
    form.reset()
    request.reset()
  })
  return (
    <FormDialog
      title={t.senders.request}
      isOpen={isOpen}
      onClose={close}
      change={request}
      submit={t.senders.sendRequest}
      onSubmit={form.onSubmit((values) => request.mutate(values))}
    >
      <List size="sm" spacing={4}>
        {Object.values(t.senders.rules).map((rule) => (
          <List.Item key={rule}>{rule}</List.Item>
        ))}
      </List>
      <TextInput
        label={t.senders.senderName}
        required
        maxLength={senderLengthMax}
        data-autofocus
        {...form.getInputProps('sender')}
      />
      <Textarea
        label={t.senders.sample}
        description={t.senders.sampleAbout}
        required
        autosize
        minRows={3}
        maxLength={1_000}
        {...form.getInputProps('sampleContent')}
      />
    </FormDialog>
  )
}
