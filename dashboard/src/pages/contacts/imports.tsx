import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Icon } from '../../parts/icon.tsx'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { showCount, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { BookNames } from './book-names.tsx'
import { ImportStatus } from './import-report.tsx'

export function ImportsPage() {
  const account = useThisAccount()
  const { path } = account
  return (
    <ResourcePage
      route="GET /v2/imports"
      path={{ account: account.id }}
      title={t.contacts.imports.title}
      about={t.contacts.imports.about}
      buttons={
        mayAs(account, 'member') && (
          <Button component={Link} to={`${path}/imports/new`} leftSection={<Icon name="upload" />}>
            {t.contacts.importContacts}
          </Button>
        )
      }
      opens={({ id }) => `${path}/imports/${id}`}
      everySeconds={5}
      empty={t.contacts.imports.empty}
      columns={[
        { label: t.contacts.imports.file, show: ({ fileName }) => fileName },
        { label: t.contacts.addressBook, show: ({ bookId }) => <BookNames ids={[bookId]} /> },
        { label: t.contacts.imports.status, show: (one) => <ImportStatus of={one} /> },
        { label: t.contacts.imports.rows, right: true, show: ({ rowsTotal }) => showCount(rowsTotal) },
        { label: t.contacts.import.added, right: true, show: ({ added }) => showCount(added) },
        { label: t.contacts.import.updated, right: true, show: ({ updated }) => showCount(updated) },
        { label: t.contacts.import.skipped, right: true, show: ({ invalid }) => showCount(invalid) },
        { label: t.contacts.imports.uploaded, show: ({ createdAt }) => <When at={createdAt} /> },
      ]}
    />
  )
}
