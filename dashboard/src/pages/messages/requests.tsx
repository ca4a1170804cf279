import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Filters } from '../../parts/filters.ts'
import { showCount } from '../../parts/formats.ts'
import { Listing } from '../../parts/listing.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { acceptedColumn, contentColumns } from './columns.tsx'

export function Requests({ account, query }: { readonly account: Account; readonly query: Filters }) {
  return (
    <Listing
      route="GET /v2/requests"
      path={{ account: account.id }}
      query={query}
      label={t.messages.viewRequests}
      keyOf={({ id }) => id}
      empty={t.messages.requestsEmpty}
      columns={[
        {
          label: t.messages.request,
          show: ({ id }) => (
            <Anchor
              inherit
              component={Link}
              to={`${account.path}/messages`}
              search={{ request: String(id) } as never}
              aria-label={fill(t.messages.requestMessages, { id })}
            >
              {id}
            </Anchor>
          ),
          width: 110,
        },
        acceptedColumn,
        ...contentColumns,
        { label: t.messages.campaign, show: ({ campaign }) => campaign ?? '–', width: 160 },
        { label: t.messages.messages, show: ({ valid }) => showCount(valid), right: true, width: 100 },
        {
          label: t.messages.skipped,
          show: ({ invalid, duplicates, optedOut }) => showCount(invalid + duplicates + optedOut),
          right: true,
          width: 100,
        },
      ]}
    />
  )
}
