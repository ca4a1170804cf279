import type { Contact } from '../../../../src/contract/account/contacts.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { type Opening, useOnOpen } from '../../parts/opening.ts'
import { usePhoneText } from '../../parts/phone.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { nameOf } from './fields.ts'

/** A contact to remove from an address book, or to delete when `book` is null. */
export interface Removal {
  readonly contact: Contact
  readonly book: { readonly id: string; readonly name: string } | null
}

export function RemoveContact({ opening: { isOpen, about, close } }: { readonly opening: Opening<Removal> }) {
  const { id: account, path } = useThisAccount()
  const showPhone = usePhoneText()
  const name = about === null ? '' : nameOf(about.contact) || showPhone(about.contact.phone)
  const remove = useChange(
    ({ contact, book }: Removal) =>
      ask('DELETE /v2/contacts/:contact', {
        path: { account, contact: contact.id },
        query: { book: book?.id },
      }),
    {
      refreshes: [`${path}/contacts`, `${path}/books`],
      onDone: () => {
        close()
        sayDone(
          about?.book ? fill(t.contacts.removed, { name, book: about.book.name }) : fill(t.contacts.deleted, { name }),
        )
      },
    },
  )
  useOnOpen(isOpen, remove.reset)
  const isLast = about?.book !== null && about?.contact.bookIds.length === 1
  return (
    <Confirm
      title={
        about?.book
          ? fill(t.contacts.removeTitle, { name, book: about.book.name })
          : fill(t.contacts.deleteTitle, { name })
      }
      isOpen={isOpen}
      onClose={close}
      change={remove}
      submit={about?.book && !isLast ? t.contacts.remove : t.contacts.deleteContact}
      onConfirm={() => about !== null && remove.mutate(about)}
    >
      {about?.book
        ? fill(isLast ? t.contacts.removeLast : t.contacts.removeOne, { name })
        : fill(t.contacts.deleteWarning, { name })}
    </Confirm>
  )
}
