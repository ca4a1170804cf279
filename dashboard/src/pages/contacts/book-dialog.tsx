import type { Book } from '../../../../src/contract/account/contacts.ts'
import { EditDialog } from '../../parts/edit-dialog.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'

interface BookDialogProps {
  /** Null for a new one. */
  readonly book: Book | null
  readonly close: () => unknown
  readonly onSaved?: (book: Book) => void
}

export function BookDialog({ book, close, onSaved }: BookDialogProps) {
  const { id: account } = useThisAccount()
  return (
    <EditDialog
      route={book ? 'PUT /v2/books/:book' : 'POST /v2/books'}
      path={{ account, book: book?.id ?? 0 }}
      title={book ? t.contacts.books.edit : t.contacts.books.add}
      submit={book ? t.contacts.books.save : t.contacts.books.add}
      values={{ name: book?.name ?? '', description: book?.description ?? '' }}
      fields={{
        name: {
          label: t.contacts.columns.name,
          missing: t.contacts.books.nameRequired,
          help: book?.isDefault ? t.contacts.books.defaultName : undefined,
          isDisabled: () => book?.isDefault === true,
        },
        description: t.contacts.books.description,
      }}
      problems={{ book_exists: 'name' }}
      close={close}
      done={(saved) => {
        onSaved?.(saved)
        return fill(t.contacts.books.saved, { name: saved.name })
      }}
    />
  )
}
