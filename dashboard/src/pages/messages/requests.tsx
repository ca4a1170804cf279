import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Filters } from '../../parts/filters.ts'
import { EndlessListing } from '../../parts/listing.tsx'
import { showCount } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { contentColumns } from './columns.tsx'

/** What was sent at once, as one line. */
export function Requests({ account, query }: { readonly account: Account; readonly query: Filters }) {
  return (
    <EndlessListing
      route="GET /accounts/:account/requests"
      path={{ account: account.id }}
      query={query}
      label="Requests"
      keyOf={({ id }) => id}
      empty="Every time something is sent, to one number or to many, it stands here as one line."
      columns={[
        {
          label: 'Request',
          show: ({ id }) => (
            <Anchor
              inherit
              component={Link}
              to={`${account.path}/messages`}
              search={{ request: String(id) } as never}
              aria-label={`Messages of request ${id}`}
            >
              {id}
            </Anchor>
          ),
          width: 110,
        },
        ...contentColumns,
        { label: 'Campaign', show: ({ campaign }) => campaign ?? '–', width: 160 },
        { label: 'Messages', show: ({ valid }) => showCount(valid), right: true, width: 100 },
        {
          label: 'Left out',
          show: ({ invalid, duplicates, optedOut }) => showCount(invalid + duplicates + optedOut),
          right: true,
          width: 100,
        },
      ]}
    />
  )
}
