import { Anchor, Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Contact } from '../../../../src/contract/account/contacts.ts'
import { useAsk } from '../../data.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { withPlus } from '../../parts/numbers.ts'
import { useOnOpen, useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Phone, usePhoneText } from '../../parts/phone.tsx'
import { type RowAction, RowMenu } from '../../parts/row-menu.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { When } from '../../parts/text.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { BookNames } from './book-names.tsx'
import { BookSelect } from './book-select.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { FieldValues } from './field-values.tsx'
import { nameOf } from './fields.ts'
import { type Removal, RemoveContact } from './remove-contact.tsx'
import { SegmentSelect } from './segment-select.tsx'

/** The contacts of an account, in one address book or in all. */
export function ContactsPage() {
  const account = useThisAccount()
  const mayChange = mayAs(account, 'member')
  const [{ q, book, segment, add }, setFilters] = useFilters()
  const fields = useFields()
  const { data: chosen } = useAsk(
    'GET /v2/books/:book',
    { path: { account: account.id, book: book || 0 } },
    { enabled: book !== undefined },
  )
  const showPhone = usePhoneText()
  const editing = useOpening<Contact>()
  const removing = useOpening<Removal>()
  // A link from another page may add a number.
  useOnOpen(add !== undefined && mayChange, () => editing.open())
  const close = () => {
    editing.close()
    if (add !== undefined) setFilters({ add: undefined })
  }

  function actionsFor(contact: Contact): RowAction[] {
    return [
      ...(mayChange ? [{ label: t.contacts.edit, onClick: () => editing.open(contact) }] : []),
      { label: t.contacts.viewMessages, to: `${account.path}/messages`, search: { number: withPlus(contact.phone) } },
      ...(mayChange && book !== undefined && chosen !== undefined
        ? [
            {
              label: t.contacts.removeFromThisBook,
              onClick: () => removing.open({ contact, book: { id: book, name: chosen.name } }),
            },
          ]
        : []),
      ...(mayChange
        ? [{ label: t.contacts.delete, isDangerous: true, onClick: () => removing.open({ contact, book: null }) }]
        : []),
    ]
  }

  const columns: readonly Column<Contact>[] = [
    {
      label: t.contacts.columns.name,
      show: (contact) => <Name contact={contact} onOpen={mayChange ? () => editing.open(contact) : null} />,
    },
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
    {
      label: t.contacts.actions,
      hidden: true,
      right: true,
      width: 56,
      show: (contact) => (
        <RowMenu
          label={fill(t.contacts.actionsFor, { name: nameOf(contact) || showPhone(contact.phone) })}
          actions={actionsFor(contact)}
        />
      ),
    },
  ]

  return (
    <>
      <PageHead title={t.contacts.title} about={t.contacts.about}>
        {mayChange && (
          <>
            <Button
              variant="default"
              component={Link}
              to={`${account.path}/imports/new`}
              search={(book === undefined ? {} : { book }) as never}
              leftSection={<Icon name="upload" />}
            >
              {t.contacts.importContacts}
            </Button>
            <Button onClick={() => editing.open()} leftSection={<Icon name="plus" />}>
              {t.contacts.addContact}
            </Button>
          </>
        )}
      </PageHead>
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <SearchField label={t.contacts.search} value={q} onChange={(text) => setFilters({ q: text })} mb={0} />
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
            <Anchor size="sm" component={Link} to={`${account.path}/imports`}>
              {t.contacts.pastImports}
            </Anchor>
            <Anchor size="sm" component={Link} to={`${account.path}/contact-fields`}>
              {t.contactFields.title}
            </Anchor>
          </Group>
        </Group>
        <Listing
          route="GET /v2/contacts"
          path={{ account: account.id }}
          query={{ q, book, segment }}
          label={t.contacts.title}
          columns={columns}
          keyOf={({ id }) => id}
          empty={rich(t.contacts.empty, { br: () => <br /> })}
        />
      </Stack>
      <ContactDialog opening={{ ...editing, close }} bookId={book} phone={add} />
      <RemoveContact opening={removing} />
    </>
  )
}

function Name({ contact, onOpen }: { readonly contact: Contact; readonly onOpen: (() => void) | null }) {
  const name = nameOf(contact) || t.contacts.noName
  if (onOpen === null) return name
  return (
    <Anchor component="button" type="button" inherit onClick={onOpen} ta="inherit">
      {name}
    </Anchor>
  )
}
