import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Contact } from '../../../../src/contract/account/contacts.ts'
import { ask } from '../../api.ts'
import { useAsk } from '../../data.ts'
import { useFields } from '../../parts/account-settings.ts'
import { type Confirmation, confirm } from '../../parts/confirm.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { withPlus } from '../../parts/numbers.ts'
import { Phone, usePhoneText } from '../../parts/phone.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { PageLink, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { BookNames } from './book-names.tsx'
import { BookSelect } from './book-select.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { FieldValues } from './field-inputs.tsx'
import { nameOf } from './fields.ts'
import { SegmentSelect } from './segment-select.tsx'

/** The contacts of an account, in one address book or in all. */
export function ContactsPage() {
  const account = useThisAccount()
  const mayChange = mayAs(account, 'member')
  const [{ book, segment }, setFilters] = useFilters()
  const fields = useFields()
  const { data: chosen } = useAsk(
    'GET /v2/books/:book',
    { path: { account: account.id, book: book || 0 } },
    { enabled: book !== undefined },
  )
  const showPhone = usePhoneText()
  const nameOfRow = (contact: Contact) => nameOf(contact) || showPhone(contact.phone)
  const removal = (contact: Contact, from?: string): Confirmation => ({
    ...removalTexts(nameOfRow(contact), contact.bookIds.length === 1, from),
    run: () =>
      ask('DELETE /v2/contacts/:contact', {
        path: { account: account.id, contact: contact.id },
        query: { book: from === undefined ? undefined : book },
      }),
    refreshes: [`${account.path}/contacts`, `${account.path}/books`],
  })
  return (
    <ResourcePage
      route="GET /v2/contacts"
      path={{ account: account.id }}
      query={{ book, segment }}
      title={t.contacts.title}
      about={t.contacts.about}
      buttons={
        mayChange && (
          <Button
            variant="default"
            component={Link}
            to={`${account.path}/imports/new`}
            search={(book === undefined ? {} : { book }) as never}
            leftSection={<Icon name="upload" />}
          >
            {t.contacts.importContacts}
          </Button>
        )
      }
      search={t.contacts.search}
      filters={
        <>
          <BookSelect
            label={t.contacts.addressBook}
            isFilter
            placeholder={t.contacts.allBooks}
            value={book ?? null}
            onChange={(id) => setFilters({ book: id ?? undefined })}
            clearable
            width={240}
          />
          <SegmentSelect value={segment ?? null} onChange={(id) => setFilters({ segment: id ?? undefined })} />
          <Group gap="md" h={36} wrap="nowrap">
            <PageLink to={`${account.path}/imports`}>{t.contacts.pastImports}</PageLink>
            <PageLink to={`${account.path}/contact-fields`}>{t.contactFields.title}</PageLink>
          </Group>
        </>
      }
      empty={rich(t.contacts.empty, { br: () => <br /> })}
      columns={[
        { label: t.contacts.columns.name, edits: true, show: (contact) => nameOf(contact) || t.contacts.noName },
        { label: t.contacts.fields.phone, show: ({ phone }) => <Phone of={phone} /> },
        { label: t.contacts.fields.email, show: ({ email }) => email || '–' },
        { label: t.contacts.fields.city, show: ({ city }) => city || '–' },
        ...(fields.length === 0
          ? []
          : [
              {
                label: t.contactFields.values,
                show: (contact: Contact) => <FieldValues of={contact.fields} fields={fields} />,
              },
            ]),
        { label: t.contacts.columns.books, show: ({ bookIds }) => <BookNames ids={bookIds} /> },
        { label: t.contacts.columns.added, show: ({ createdAt }) => <When at={createdAt} /> },
      ]}
      mayChange={mayChange}
      nameOf={nameOfRow}
      actionsWidth={56}
      actions={(contact) => [
        { label: t.contacts.viewMessages, to: `${account.path}/messages`, search: { number: withPlus(contact.phone) } },
        mayChange &&
          chosen !== undefined && {
            label: t.contacts.removeFromThisBook,
            onClick: () => confirm(removal(contact, chosen.name)),
          },
      ]}
      remove={(contact) => removal(contact)}
      add={t.contacts.addContact}
      form={(contact, close, given) => <ContactDialog contact={contact} bookId={book} phone={given} close={close} />}
    />
  )
}

/** The texts of a deletion, or of the removal from an address book. */
function removalTexts(name: string, isLast: boolean, book: string | undefined) {
  if (book === undefined)
    return {
      title: fill(t.contacts.deleteTitle, { name }),
      warning: fill(t.contacts.deleteWarning, { name }),
      submit: t.contacts.deleteContact,
      done: fill(t.contacts.deleted, { name }),
    }
  return {
    title: fill(t.contacts.removeTitle, { name, book }),
    warning: fill(isLast ? t.contacts.removeLast : t.contacts.removeOne, { name }),
    submit: isLast ? t.contacts.deleteContact : t.contacts.remove,
    done: fill(t.contacts.removed, { name, book }),
  }
}
