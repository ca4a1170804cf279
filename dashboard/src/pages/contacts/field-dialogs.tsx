import { Select, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ContactField } from '../../../../src/contract/account/contact-fields.ts'
import { type FieldType, fieldNameLengthMax, fieldTypes } from '../../../../src/values/custom-field.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

interface Values {
  name: string
  type: FieldType
  /** One choice per line. */
  choices: string
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Adds or edits a custom field. */
export function FieldDialog({ opening: { isOpen, about, close } }: { readonly opening: Opening<ContactField> }) {
  const { id: account, path } = useThisAccount()
  const form = useForm<Values>({
    initialValues: { name: '', type: 'text', choices: '' },
    validate: {
      name: (text) => (text.trim() === '' ? t.contactFields.nameRequired : null),
      choices: (text, { type }) =>
        type === 'choice' && linesOf(text).length === 0 ? t.contactFields.choicesRequired : null,
    },
  })
  const save = useChange(
    ({ name, type, choices }: Values) => {
      const list = type === 'choice' ? { choices: linesOf(choices) } : {}
      return about === null
        ? ask('POST /v2/contact-fields', { path: { account }, body: { name, type, ...list } })
        : ask('PUT /v2/contact-fields/:field', { path: { account, field: about.id }, body: { name, ...list } })
    },
    {
      refreshes: [`${path}/contact-fields`],
      onDone: ({ name }) => {
        close()
        sayDone(fill(t.contactFields.saved, { name }))
      },
    },
  )
  useOnOpen(isOpen, () => {
    form.clearErrors()
    save.reset()
    form.setValues({
      name: about?.name ?? '',
      type: about?.type ?? 'text',
      choices: about?.choices.join('\n') ?? '',
    })
  })
  return (
    <FormDialog
      title={about === null ? t.contactFields.create : t.contactFields.edit}
      isOpen={isOpen}
      onClose={close}
      change={save}
      submit={about === null ? t.contactFields.create : t.contactFields.save}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        label={t.contactFields.name}
        required
        maxLength={fieldNameLengthMax}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {about !== null && (
        <Text size="sm" c="dimmed">
          {fill(t.contactFields.keyStays, { placeholder: `{${about.key}}` })}
        </Text>
      )}
      <Select
        label={t.contactFields.type}
        data={fieldTypes.map((value) => ({ value, label: t.contactFields.types[value] }))}
        allowDeselect={false}
        disabled={about !== null}
        {...form.getInputProps('type')}
      />
      {form.values.type === 'choice' && (
        <Textarea
          label={t.contactFields.choices}
          description={t.contactFields.choicesHelp}
          autosize
          minRows={3}
          {...form.getInputProps('choices')}
        />
      )}
    </FormDialog>
  )
}

export function RemoveField({ opening: { isOpen, about, close } }: { readonly opening: Opening<ContactField> }) {
  const { id: account, path } = useThisAccount()
  const name = about?.name ?? ''
  const remove = useChange(
    ({ id }: ContactField) => ask('DELETE /v2/contact-fields/:field', { path: { account, field: id } }),
    {
      refreshes: [`${path}/contact-fields`, `${path}/contacts`],
      onDone: () => {
        close()
        sayDone(fill(t.contactFields.deleted, { name }))
      },
    },
  )
  useOnOpen(isOpen, remove.reset)
  return (
    <Confirm
      title={fill(t.contactFields.deleteTitle, { name })}
      isOpen={isOpen}
      onClose={close}
      change={remove}
      submit={t.contactFields.delete}
      onConfirm={() => about !== null && remove.mutate(about)}
    >
      {t.contactFields.deleteWarning}
    </Confirm>
  )
}
