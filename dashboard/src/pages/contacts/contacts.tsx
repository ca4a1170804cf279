import { Anchor, Button, Group, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Contact } from '../../../../src/contract/console/contacts.ts'
import { useAsk } from '../../data.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { type RowAction, RowMenu } from '../../parts/row-menu.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { BookNames } from './book-names.tsx'
import { BookSelect } from './book-select.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { nameOf } from './fields.ts'
import { type Removal, RemoveContact } from './remove-contact.tsx'

/** Everybody that an account writes to, in one book or in all of them. */
export function ContactsPage() {
  const account = useThisAccount()
  const mayChange = mayAs(account, 'member')
  const [{ q, book }, setFilters] = useFilters()
  const { data: chosen } = useAsk(
    'GET /accounts/:account/books/:book',
    { path: { account: account.id, book: book || 0 } },
    { enabled: book !== undefined },
  )
  const editing = useOpening<Contact>()
  const removing = useOpening<Removal>()

  function actionsFor(contact: Contact): RowAction[] {
    return [
      ...(mayChange ? [{ label: 'Edit', onClick: () => editing.open(contact) }] : []),
      { label: 'Show messages', to: `${account.path}/messages`, search: { phone: contact.phone } },
      ...(mayChange && book !== undefined && chosen !== undefined
        ? [
            {
              label: 'Take out of this book',
              onClick: () => removing.open({ contact, book: { id: book, name: chosen.name } }),
            },
          ]
        : []),
      ...(mayChange
        ? [{ label: 'Delete', isDangerous: true, onClick: () => removing.open({ contact, book: null }) }]
        : []),
    ]
  }

  const columns: readonly Column<Contact>[] = [
    {
      label: 'Name',
      show: (contact) => <Name contact={contact} onOpen={mayChange ? () => editing.open(contact) : null} />,
    },
    { label: 'Mobile number', show: ({ phone }) => <span className="number">{phone}</span> },
    { label: 'E-mail', show: ({ email }) => email || '–' },
    { label: 'City', show: ({ city }) => city || '–' },
    { label: 'Address books', show: ({ bookIds }) => <BookNames ids={bookIds} /> },
    { label: 'Added', show: ({ createdAt }) => <When at={createdAt} /> },
    {
      label: 'Actions',
      hidden: true,
      right: true,
      width: 56,
      show: (contact) => (
        <RowMenu label={`Actions for ${nameOf(contact) || contact.phone}`} actions={actionsFor(contact)} />
      ),
    },
  ]

  return (
    <>
      <PageHead
        title="Contacts"
        about="The people you write to. Put them into address books to reach many of them at once."
      >
        {mayChange && (
          <>
            <Button
              variant="default"
              component={Link}
              to={`${account.path}/imports/new`}
              search={(book === undefined ? {} : { book }) as never}
              leftSection={<Icon name="upload" />}
            >
              Import contacts
            </Button>
            <Button onClick={() => editing.open()} leftSection={<Icon name="plus" />}>
              Add contact
            </Button>
          </>
        )}
      </PageHead>
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <SearchField label="Search by name or number" value={q} onChange={(text) => setFilters({ q: text })} mb={0} />
          <BookSelect
            label="Address book"
            isFilter
            placeholder="All address books"
            value={book ?? null}
            onChange={(id) => setFilters({ book: id ?? undefined })}
            clearable
            width={240}
          />
          <Button variant="subtle" component={Link} to={`${account.path}/imports`}>
            Past imports
          </Button>
        </Group>
        <Listing
          route="GET /accounts/:account/contacts"
          path={{ account: account.id }}
          query={{ q, book }}
          label="Contacts"
          columns={columns}
          keyOf={({ id }) => id}
          empty={
            <>
              Nobody is here yet. Add a contact, or import a list that you have as a CSV file
              <br />
              (every spreadsheet can save one).
            </>
          }
        />
      </Stack>
      <ContactDialog opening={editing} bookId={book} />
      <RemoveContact opening={removing} />
    </>
  )
}

function Name({ contact, onOpen }: { readonly contact: Contact; readonly onOpen: (() => void) | null }) {
  const name = nameOf(contact) || 'No name'
  if (onOpen === null) return name
  return (
    <Anchor component="button" type="button" inherit onClick={onOpen} ta="inherit">
      {name}
    </Anchor>
  )
}
