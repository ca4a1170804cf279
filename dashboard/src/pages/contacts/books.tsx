import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Book } from '../../../../src/contract/account/contacts.ts'
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
import { fill, t } from '../../text.ts'
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
      { label: t.contacts.books.viewContacts, to: `${path}/contacts`, search },
      ...(mayChange ? [{ label: t.contacts.books.importInto, to: `${path}/imports/new`, search }] : []),
      {
        label: t.contacts.books.export,
        download: consoleAddress('GET /v2/books/:book/export', {
          path: { account: account.id, book: book.id },
        }),
      },
      ...(mayChange ? [{ label: t.contacts.edit, onClick: () => editing.open(book) }] : []),
      ...(mayChange && !book.isDefault
        ? [{ label: t.contacts.delete, isDangerous: true, onClick: () => removing.open(book) }]
        : []),
    ]
  }

  const columns: readonly Column<Book>[] = [
    {
      label: t.contacts.columns.name,
      show: ({ id, name }) => (
        <Anchor component={Link} inherit to={`${path}/contacts`} search={{ book: id } as never}>
          {name}
        </Anchor>
      ),
    },
    {
      label: t.contacts.books.description,
      show: ({ description, isDefault }) => (
        <Text inherit lineClamp={2}>
          {description || (isDefault ? t.contacts.books.defaultDescription : '–')}
        </Text>
      ),
    },
    {
      label: t.contacts.books.contacts,
      right: true,
      width: 110,
      show: ({ contactsCount }) => showCount(contactsCount),
    },
    { label: t.contacts.books.created, width: 190, show: ({ createdAt }) => <When at={createdAt} /> },
    {
      label: t.contacts.actions,
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
              aria-label={fill(t.contacts.books.sendTo, { name: book.name })}
            >
              {t.contacts.books.send}
            </Button>
          )}
          <RowMenu label={fill(t.contacts.actionsFor, { name: book.name })} actions={actionsFor(book)} />
        </Group>
      ),
    },
  ]

  return (
    <>
      <PageHead title={t.contacts.books.title} about={t.contacts.books.about}>
        {mayChange && (
          <>
            <Button variant="default" component={Link} to={`${path}/imports/new`} leftSection={<Icon name="upload" />}>
              {t.contacts.importContacts}
            </Button>
            <Button onClick={() => editing.open()} leftSection={<Icon name="plus" />}>
              {t.contacts.books.add}
            </Button>
          </>
        )}
      </PageHead>
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <SearchField label={t.contacts.books.search} value={q} onChange={(text) => setFilters({ q: text })} mb={0} />
          <Button variant="subtle" component={Link} to={`${path}/imports`}>
            {t.contacts.pastImports}
          </Button>
        </Group>
        <Listing
          route="GET /v2/books"
          path={{ account: account.id }}
          query={{ q }}
          label={t.contacts.books.title}
          columns={columns}
          keyOf={({ id }) => id}
          empty={t.contacts.books.empty}
        />
      </Stack>
      <BookDialog opening={editing} />
      <RemoveBook opening={removing} />
    </>
  )
}
