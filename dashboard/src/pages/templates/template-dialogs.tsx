import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Template } from '../../../../src/contract/console/templates.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { MessageText } from '../../parts/message-text.tsx'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { useThisAccount } from '../../session.tsx'

export function TemplateDialog({ opening: { isOpen, about, close } }: { readonly opening: Opening<Template> }) {
  const { id: account, path } = useThisAccount()
  const form = useForm({
    initialValues: { title: '', text: '' },
    validate: {
      title: (title) => (title.trim() === '' ? 'Give it a title' : null),
      text: (text) => (text === '' ? 'Write the text' : null),
    },
  })
  const save = useChange(
    (body: typeof form.values) =>
      about === null
        ? ask('POST /accounts/:account/templates', { path: { account }, body })
        : ask('PUT /accounts/:account/templates/:template', { path: { account, template: about.id }, body }),
    {
      refreshes: [`${path}/templates`],
      onDone: ({ title }) => {
        close()
        sayDone(`${title} is saved.`)
      },
    },
  )
  useOnOpen(isOpen, () => {
    form.clearErrors()
    save.reset()
    form.setValues({ title: about?.title ?? '', text: about?.text ?? '' })
  })
  return (
    <FormDialog
      title={about === null ? 'Create a template' : 'Change a template'}
      isOpen={isOpen}
      onClose={close}
      change={save}
      submit={about === null ? 'Create template' : 'Save template'}
      size="lg"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        label="Title"
        description="Only you see it"
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('title')}
      />
      <MessageText
        label="Text"
        required
        value={form.values.text}
        onChange={(text) => form.setFieldValue('text', text)}
        error={form.errors.text as string | undefined}
      />
    </FormDialog>
  )
}

export function RemoveTemplate({ opening: { isOpen, about, close } }: { readonly opening: Opening<Template> }) {
  const { id: account, path } = useThisAccount()
  const remove = useChange(
    ({ id }: Template) => ask('DELETE /accounts/:account/templates/:template', { path: { account, template: id } }),
    {
      refreshes: [`${path}/templates`],
      onDone: () => {
        close()
        sayDone(`${about?.title} is deleted.`)
      },
    },
  )
  useOnOpen(isOpen, remove.reset)
  return (
    <Confirm
      title="Delete this template?"
      isOpen={isOpen}
      onClose={close}
      change={remove}
      submit="Delete template"
      onConfirm={() => about !== null && remove.mutate(about)}
    >
      “{about?.title}” will be gone. Messages that were sent with it stay as they are, and those that are scheduled
      still go out.
    </Confirm>
  )
}
