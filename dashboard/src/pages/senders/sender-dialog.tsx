import { List, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { useThisAccount } from '../../session.tsx'

/** As the server has it: what every phone shows as it was written. */
const letters = /^[A-Za-z0-9 !"#$%&'()*+,./:;<=>?@_-]+$/

function faultOf(text: string): string | null {
  const sender = text.trim()
  if (sender === '') return 'Which name do you want?'
  if (!letters.test(sender)) return 'Only letters without accents, digits, spaces and common signs'
  return sender.length <= 11 || /^\+?\d{1,20}$/.test(sender)
    ? null
    : 'At most 11 characters, or a number of up to 20 digits'
}

/** Asks the operator for a name. */
export function SenderDialog({ opening: { isOpen, close } }: { readonly opening: Opening<never> }) {
  const { id, path } = useThisAccount()
  const form = useForm({
    initialValues: { sender: '', sampleContent: '' },
    validate: {
      sender: faultOf,
      sampleContent: (text) => (text.trim() === '' ? 'The operator decides by what you will send' : null),
    },
  })
  const request = useChange(
    (values: typeof form.values) =>
      ask('POST /accounts/:account/senders', {
        path: { account: id },
        body: { ...values, sender: values.sender.trim() },
      }),
    {
      refreshes: [`${path}/senders`, `${path}/overview`],
      onDone: ({ sender }) => {
        close()
        sayDone(`You asked for ${sender}. It can be used once the operator has approved it.`)
      },
    },
  )
  useOnOpen(isOpen, () => {
    form.reset()
    request.reset()
  })
  return (
    <FormDialog
      title="Ask for a sender name"
      isOpen={isOpen}
      onClose={close}
      change={request}
      submit="Ask for it"
      onSubmit={form.onSubmit((values) => request.mutate(values))}
    >
      <List size="sm" spacing={4}>
        <List.Item>
          Up to 11 letters, digits, spaces and signs, such as the name of your business. Or a number of up to 20 digits.
        </List.Item>
        <List.Item>SHOP and Shop are two names: write it as people know you.</List.Item>
        <List.Item>Nobody can answer a name; for answers you need a number.</List.Item>
      </List>
      <TextInput label="Sender name" required maxLength={21} data-autofocus {...form.getInputProps('sender')} />
      <Textarea
        label="A message that you will send with it"
        description="The operator reads it before deciding."
        required
        autosize
        minRows={3}
        maxLength={1_000}
        {...form.getInputProps('sampleContent')}
      />
    </FormDialog>
  )
}
