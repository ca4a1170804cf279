import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Template } from '../../../../src/contract/account/templates.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { MessageText } from '../../parts/message-text.tsx'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { useFields } from '../../parts/use-fields.ts'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

export function TemplateDialog({ opening: { isOpen, about, close } }: { readonly opening: Opening<Template> }) {
  const { id: account, path } = useThisAccount()
  const fields = useFields()
  const form = useForm({
    initialValues: { title: '', text: '' },
    validate: {
      title: (title) => (title.trim() === '' ? t.templates.titleRequired : null),
      text: (text) => (text === '' ? t.templates.textRequired : null),
    },
  })
  const save = useChange(
    (body: typeof form.values) =>
      about === null
        ? ask('POST /v2/templates', { path: { account }, body })
        : ask('PUT /v2/templates/:template', { path: { account, template: about.id }, body }),
    {
      refreshes: [`${path}/templates`],
      onDone: ({ title }) => {
        close()
        sayDone(fill(t.templates.saved, { title }))
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
      title={about === null ? t.templates.create : t.templates.edit}
      isOpen={isOpen}
      onClose={close}
      change={save}
      submit={about === null ? t.templates.create : t.templates.save}
      size="lg"
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        label={t.templates.columns.title}
        description={t.templates.titleHelp}
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('title')}
      />
      <MessageText
        label={t.templates.columns.text}
        required
        value={form.values.text}
        onChange={(text) => form.setFieldValue('text', text)}
        error={form.errors.text as string | undefined}
        customFields={fields}
      />
    </FormDialog>
  )
}

export function RemoveTemplate({ opening: { isOpen, about, close } }: { readonly opening: Opening<Template> }) {
  const { id: account, path } = useThisAccount()
  const remove = useChange(
    ({ id }: Template) => ask('DELETE /v2/templates/:template', { path: { account, template: id } }),
    {
      refreshes: [`${path}/templates`],
      onDone: () => {
        close()
        sayDone(fill(t.templates.deleted, { title: about?.title ?? '' }))
      },
    },
  )
  useOnOpen(isOpen, remove.reset)
  return (
    <Confirm
      title={fill(t.templates.deleteTitle, { title: about?.title ?? '' })}
      isOpen={isOpen}
      onClose={close}
      change={remove}
      submit={t.templates.delete}
      onConfirm={() => about !== null && remove.mutate(about)}
    >
      {t.templates.deleteWarning}
    </Confirm>
  )
}
