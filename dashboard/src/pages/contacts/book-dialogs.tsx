import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Book } from '../../../../src/contract/account/contacts.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

export function BookDialog({
  opening: { isOpen, about, close },
  onSaved,
}: {
  readonly opening: Opening<Book>
  readonly onSaved?: (book: Book) => void
}) {
  const { id: account, path } = useThisAccount()
  const form = useForm({
    initialValues: { name: '', description: '' },
    validate: { name: (text) => (text.trim() === '' ? t.contacts.books.nameRequired : null) },
  })
  const save = useChange(
    ({ name, description }: typeof form.values) =>
      // The default address book can’t be renamed; its description can change.
      about === null
        ? ask('POST /v2/books', { path: { account }, body: { name, description } })
        : ask('PUT /v2/books/:book', {
            path: { account, book: about.id },
            body: about.isDefault ? { description } : { name, description },
          }),
    {
      refreshes: [`${path}/books`],
      onDone: (book) => {
        close()
        sayDone(fill(t.contacts.books.saved, { name: book.name }))
        onSaved?.(book)
      },
    },
  )
  useOnOpen(isOpen, () => {
    form.clearErrors()
    save.reset()
    form.setValues({ name: about?.name ?? '', description: about?.description ?? '' })
  })
  return (
    <FormDialog
      title={about === null ? t.contacts.books.add : t.contacts.books.edit}
      isOpen={isOpen}
      onClose={close}
      change={save}
      submit={about === null ? t.contacts.books.add : t.contacts.books.save}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        label={t.contacts.columns.name}
        required
        maxLength={100}
        disabled={about?.isDefault === true}
        description={about?.isDefault ? t.contacts.books.defaultName : undefined}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t.contacts.books.description}
        autosize
        minRows={2}
        maxLength={1_000}
        {...form.getInputProps('description')}
      />
    </FormDialog>
  )
}

export function RemoveBook({ opening: { isOpen, about, close } }: { readonly opening: Opening<Book> }) {
  const { id: account, path } = useThisAccount()
  const remove = useChange(({ id }: Book) => ask('DELETE /v2/books/:book', { path: { account, book: id } }), {
    refreshes: [`${path}/books`, `${path}/contacts`],
    onDone: () => {
      close()
      sayDone(fill(t.contacts.books.deleted, { name: about?.name ?? '' }))
    },
  })
  useOnOpen(isOpen, remove.reset)
  return (
    <Confirm
      title={fill(t.contacts.books.deleteTitle, { name: about?.name ?? '' })}
      isOpen={isOpen}
      onClose={close}
      change={remove}
      submit={t.contacts.books.delete}
      onConfirm={() => about !== null && remove.mutate(about)}
    >
      {fill(t.contacts.books.deleteWarning, { count: about?.contactsCount ?? 0 })}
    </Confirm>
  )
}
