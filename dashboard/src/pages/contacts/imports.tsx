import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { showCount, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { BookNames } from './book-names.tsx'
import { ImportStatus } from './import-status.tsx'

export function ImportsPage() {
  const account = useThisAccount()
  const { path } = account
  return (
    <>
      <PageHead
        title="Imports"
        about="Files of contacts that were brought in during the last 30 days, and what became of them."
      >
        {mayAs(account, 'member') && (
          <Button component={Link} to={`${path}/imports/new`} leftSection={<Icon name="upload" />}>
            Import contacts
          </Button>
        )}
      </PageHead>
      <Listing
        route="GET /accounts/:account/imports"
        path={{ account: account.id }}
        label="Imports"
        keyOf={({ id }) => id}
        opens={({ id }) => `${path}/imports/${id}`}
        everySeconds={5}
        empty="Nothing was imported yet. Choose “Import contacts” to bring in a list from a spreadsheet."
        columns={[
          { label: 'File', show: ({ fileName }) => fileName },
          { label: 'Address book', show: ({ bookId }) => <BookNames ids={[bookId]} /> },
          { label: 'Status', show: (one) => <ImportStatus of={one} /> },
          { label: 'Rows', right: true, show: ({ rowsTotal }) => showCount(rowsTotal) },
          { label: 'Added', right: true, show: ({ added }) => showCount(added) },
          { label: 'Updated', right: true, show: ({ updated }) => showCount(updated) },
          { label: 'Left out', right: true, show: ({ invalid }) => showCount(invalid) },
          { label: 'Uploaded', show: ({ createdAt }) => <When at={createdAt} /> },
        ]}
      />
    </>
  )
}
