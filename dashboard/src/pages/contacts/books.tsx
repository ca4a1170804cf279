import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ask, consoleAddress } from '../../api.ts'
import { Icon } from '../../parts/icon.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { Excerpt, showCount, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { BookDialog } from './book-dialog.tsx'

export function BooksPage() {
  const account = useThisAccount()
  const { path } = account
  const mayChange = mayAs(account, 'member')
  return (
    <ResourcePage
      route="GET /v2/books"
      path={{ account: account.id }}
      title={t.contacts.books.title}
      about={t.contacts.books.about}
      buttons={
        mayChange && (
          <Button variant="default" component={Link} to={`${path}/imports/new`} leftSection={<Icon name="upload" />}>
            {t.contacts.importContacts}
          </Button>
        )
      }
      search={t.contacts.books.search}
      filters={
        <Button variant="subtle" component={Link} to={`${path}/imports`}>
          {t.contacts.pastImports}
        </Button>
      }
      empty={t.contacts.books.empty}
      columns={[
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
            <Excerpt>{description || (isDefault ? t.contacts.books.defaultDescription : '–')}</Excerpt>
          ),
        },
        {
          label: t.contacts.books.contacts,
          right: true,
          width: 110,
          show: ({ contactsCount }) => showCount(contactsCount),
        },
        { label: t.contacts.books.created, width: 190, show: ({ createdAt }) => <When at={createdAt} /> },
      ]}
      mayChange={mayChange}
      nameOf={({ name }) => name}
      actionsWidth={220}
      actions={({ id, name, contactsCount }) => [
        mayChange &&
          contactsCount > 0 && {
            label: t.contacts.books.send,
            name: fill(t.contacts.books.sendTo, { name }),
            to: `${path}/send`,
            search: { book: id },
          },
        { label: t.contacts.books.viewContacts, to: `${path}/contacts`, search: { book: id } },
        mayChange && { label: t.contacts.books.importInto, to: `${path}/imports/new`, search: { book: id } },
        {
          label: t.contacts.books.export,
          download: consoleAddress('GET /v2/books/:book/export', { path: { account: account.id, book: id } }),
        },
      ]}
      add={t.contacts.books.add}
      form={(book, close) => <BookDialog book={book} close={close} />}
      remove={({ id, name, isDefault, contactsCount }) =>
        isDefault
          ? null
          : {
              title: fill(t.contacts.books.deleteTitle, { name }),
              warning: fill(t.contacts.books.deleteWarning, { count: contactsCount }),
              submit: t.contacts.books.delete,
              run: () => ask('DELETE /v2/books/:book', { path: { account: account.id, book: id } }),
              refreshes: [`${path}/books`, `${path}/contacts`],
              done: fill(t.contacts.books.deleted, { name }),
            }
      }
    />
  )
}
