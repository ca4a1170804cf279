import { Alert, Button, Stack } from '@mantine/core'
import type { OptOut } from '../../../../src/contract/console/sms.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { AddOptOut, RemoveOptOut } from './opt-out-dialogs.tsx'

export function OptOutsPage() {
  const account = useThisAccount()
  const mayChange = mayAs(account, 'member')
  const [{ q }, setFilters] = useFilters()
  const adding = useOpening<never>()
  const removing = useOpening<OptOut>()
  const columns: readonly Column<OptOut>[] = [
    { label: t.optOuts.phone, show: ({ phone }) => <span className="number">{phone}</span> },
    { label: t.optOuts.since, show: ({ createdAt }) => <When at={createdAt} /> },
    {
      label: t.optOuts.actions,
      hidden: true,
      right: true,
      width: 60,
      show: (optOut) => (
        <RowMenu
          label={fill(t.optOuts.actionsFor, { phone: optOut.phone })}
          actions={[
            { label: t.optOuts.viewMessages, to: `${account.path}/messages`, search: { phone: optOut.phone } },
            ...(mayChange
              ? [{ label: t.optOuts.remove, isDangerous: true, onClick: () => removing.open(optOut) }]
              : []),
          ]}
        />
      ),
    },
  ]
  return (
    <>
      <PageHead title={t.optOuts.title} about={t.optOuts.about}>
        {mayChange && (
          <Button onClick={() => adding.open()} leftSection={<Icon name="plus" />}>
            {t.optOuts.add}
          </Button>
        )}
      </PageHead>
      <Stack gap="md">
        <Alert color="blue" variant="light" title={t.optOuts.howTitle}>
          {t.optOuts.how}
        </Alert>
        <SearchField label={t.optOuts.search} value={q} onChange={(text) => setFilters({ q: text })} mb={0} />
        <Listing
          route="GET /accounts/:account/optouts"
          path={{ account: account.id }}
          // The server matches digits only; people also type “+” and spaces.
          query={{ q: q?.replace(/\D/g, '') }}
          label={t.optOuts.title}
          columns={columns}
          keyOf={({ phone }) => phone}
          empty={t.optOuts.empty}
        />
      </Stack>
      <AddOptOut opening={adding} />
      <RemoveOptOut opening={removing} />
    </>
  )
}
