import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Book } from '../../../../src/contract/console/contacts.ts'
import { consoleAddress } from '../../api.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { type RowAction, RowMenu } from '../../parts/row-menu.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { showCount, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { BookDialog, RemoveBook } from './book-dialogs.tsx'

export function BooksPage() {
  const account = useThisAccount()
  const { path } = account
  const mayChange = mayAs(account, 'member')
  const [{ q }, setFilters] = useFilters()
  const editing = useOpening<Book>()
  const removing = useOpening<Book>()

  function actionsFor(book: Book): RowAction[] {
    const search = { book: book.id }
    return [
      { label: 'Show contacts', to: `${path}/contacts`, search },
      ...(mayChange ? [{ label: 'Import contacts…', to: `${path}/imports/new`, search }] : []),
      {
        label: 'Export as CSV',
        download: consoleAddress('GET /accounts/:account/books/:book/export', {
          path: { account: account.id, book: book.id },
        }),
      },
      ...(mayChange ? [{ label: 'Edit', onClick: () => editing.open(book) }] : []),
      ...(mayChange && !book.isDefault
        ? [{ label: 'Delete', isDangerous: true, onClick: () => removing.open(book) }]
        : []),
    ]
  }

  const columns: readonly Column<Book>[] = [
    {
      label: 'Name',
      show: ({ id, name }) => (
        <Anchor component={Link} inherit to={`${path}/contacts`} search={{ book: id } as never}>
          {name}
        </Anchor>
      ),
    },
    {
      label: 'Description',
      show: ({ description, isDefault }) => (
        <Text inherit lineClamp={2}>
          {description || (isDefault ? 'Everybody who is in no other book' : '–')}
        </Text>
      ),
    },
    { label: 'Contacts', right: true, width: 110, show: ({ contactsCount }) => showCount(contactsCount) },
    { label: 'Created', width: 190, show: ({ createdAt }) => <When at={createdAt} /> },
    {
      label: 'Actions',
      hidden: true,
      right: true,
      width: 220,
      show: (book) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {mayChange && book.contactsCount > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              component={Link}
              to={`${path}/send`}
              search={{ book: book.id } as never}
              aria-label={`Send to this book: ${book.name}`}
            >
              Send to this book
            </Button>
          )}
          <RowMenu label={`Actions for ${book.name}`} actions={actionsFor(book)} />
        </Group>
      ),
    },
  ]

  return (
    <>
      <PageHead
        title="Address books"
        about="Groups of contacts. Send one message to a whole book; somebody can be in several of them."
      >
        {mayChange && (
          <>
            <Button variant="default" component={Link} to={`${path}/imports/new`} leftSection={<Icon name="upload" />}>
              Import contacts
            </Button>
            <Button onClick={() => editing.open()} leftSection={<Icon name="plus" />}>
              Add book
            </Button>
          </>
        )}
      </PageHead>
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <SearchField label="Search by name" value={q} onChange={(text) => setFilters({ q: text })} mb={0} />
          <Button variant="subtle" component={Link} to={`${path}/imports`}>
            Past imports
          </Button>
        </Group>
        <Listing
          route="GET /accounts/:account/books"
          path={{ account: account.id }}
          query={{ q }}
          label="Address books"
          columns={columns}
          keyOf={({ id }) => id}
          empty="There is no address book yet."
        />
      </Stack>
      <BookDialog opening={editing} />
      <RemoveBook opening={removing} />
    </>
  )
}
