import type { Contact } from '../../../../src/contract/console/contacts.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { useThisAccount } from '../../session.tsx'
import { nameOf } from './fields.ts'

/** Which contact, and out of which book; without one it is deleted. */
export interface Removal {
  readonly contact: Contact
  readonly book: { readonly id: string; readonly name: string } | null
}

export function RemoveContact({ opening: { isOpen, about, close } }: { readonly opening: Opening<Removal> }) {
  const { id: account, path } = useThisAccount()
  const who = about === null ? '' : nameOf(about.contact) || about.contact.phone
  const remove = useChange(
    ({ contact, book }: Removal) =>
      ask('DELETE /accounts/:account/contacts/:contact', {
        path: { account, contact: contact.id },
        query: { book: book?.id },
      }),
    {
      refreshes: [`${path}/contacts`, `${path}/books`],
      onDone: () => {
        close()
        sayDone(about?.book ? `${who} is no longer in ${about.book.name}.` : `${who} is deleted.`)
      },
    },
  )
  useOnOpen(isOpen, remove.reset)
  const isLast = about?.book !== null && about?.contact.bookIds.length === 1
  return (
    <Confirm
      title={about?.book ? `Take out of ${about.book.name}?` : 'Delete this contact?'}
      isOpen={isOpen}
      onClose={close}
      change={remove}
      submit={about?.book && !isLast ? 'Take out' : 'Delete contact'}
      onConfirm={() => about !== null && remove.mutate(about)}
    >
      {about?.book
        ? isLast
          ? `${who} is in no other address book, and will be deleted.`
          : `${who} stays in the other address books.`
        : `${who} will be gone from every address book. Messages that were sent stay in the history. This can’t be undone.`}
    </Confirm>
  )
}
