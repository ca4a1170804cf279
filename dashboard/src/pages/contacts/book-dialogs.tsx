import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Book } from '../../../../src/contract/console/contacts.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { showCount } from '../../parts/text.tsx'
import { useThisAccount } from '../../session.tsx'

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
    validate: { name: (text) => (text.trim() === '' ? 'Give it a name' : null) },
  })
  const save = useChange(
    ({ name, description }: typeof form.values) =>
      // Default keeps its name, and may be described all the same.
      about === null
        ? ask('POST /accounts/:account/books', { path: { account }, body: { name, description } })
        : ask('PUT /accounts/:account/books/:book', {
            path: { account, book: about.id },
            body: about.isDefault ? { description } : { name, description },
          }),
    {
      refreshes: [`${path}/books`],
      onDone: (book) => {
        close()
        sayDone(`${book.name} is saved.`)
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
      title={about === null ? 'Add an address book' : 'Change an address book'}
      isOpen={isOpen}
      onClose={close}
      change={save}
      submit={about === null ? 'Add book' : 'Save book'}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
    >
      <TextInput
        label="Name"
        required
        maxLength={100}
        disabled={about?.isDefault === true}
        description={about?.isDefault ? 'This one keeps its name.' : undefined}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea label="Description" autosize minRows={2} maxLength={1_000} {...form.getInputProps('description')} />
    </FormDialog>
  )
}

export function RemoveBook({ opening: { isOpen, about, close } }: { readonly opening: Opening<Book> }) {
  const { id: account, path } = useThisAccount()
  const remove = useChange(
    ({ id }: Book) => ask('DELETE /accounts/:account/books/:book', { path: { account, book: id } }),
    {
      refreshes: [`${path}/books`, `${path}/contacts`],
      onDone: () => {
        close()
        sayDone(`${about?.name} is deleted.`)
      },
    },
  )
  useOnOpen(isOpen, remove.reset)
  return (
    <Confirm
      title={`Delete ${about?.name ?? ''}?`}
      isOpen={isOpen}
      onClose={close}
      change={remove}
      submit="Delete book"
      onConfirm={() => about !== null && remove.mutate(about)}
    >
      {about !== null && about.contactsCount > 0
        ? `No contact is lost: of the ${showCount(about.contactsCount)} in it, those that are in no other book move to Default. The book itself can’t be brought back.`
        : 'Nobody is in it. It can’t be brought back.'}
    </Confirm>
  )
}
