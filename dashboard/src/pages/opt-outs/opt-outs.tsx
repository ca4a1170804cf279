import { Alert, Button, Group, Stack } from '@mantine/core'
import type { OptOut } from '../../../../src/contract/account/consent.ts'
import { consoleAddress } from '../../api.ts'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { FileButtons, ImportNumbers } from '../../parts/import-numbers.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { digitsIn, withPlus } from '../../parts/numbers.ts'
import { useOpening } from '../../parts/opening.ts'
import { AddOptOut, RemoveOptOut } from '../../parts/opt-out-dialogs.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Phone, usePhoneText } from '../../parts/phone.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t, wordFor } from '../../text.ts'

export function OptOutsPage() {
  const account = useThisAccount()
  const mayChange = mayAs(account, 'member')
  const showPhone = usePhoneText()
  const [{ q, source }, setFilters] = useFilters()
  const adding = useOpening<never>()
  const removing = useOpening<OptOut>()
  const importing = useOpening<never>()
  const path = { account: account.id }
  const columns: readonly Column<OptOut>[] = [
    { label: t.optOuts.phone, show: ({ phone }) => <Phone of={phone} /> },
    { label: t.optOuts.source, show: ({ source: from }) => wordFor(t.optOuts.sources, from ?? 'unknown') },
    { label: t.optOuts.since, show: ({ createdAt }) => <When at={createdAt} /> },
    {
      label: t.optOuts.actions,
      hidden: true,
      right: true,
      width: 60,
      show: (optOut) => (
        <RowMenu
          label={fill(t.optOuts.actionsFor, { phone: showPhone(optOut.phone) })}
          actions={[
            {
              label: t.optOuts.viewMessages,
              to: `${account.path}/messages`,
              search: { number: withPlus(optOut.phone) },
            },
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
        <FileButtons
          onImport={mayChange ? () => importing.open() : null}
          exports={consoleAddress('GET /v2/optouts.csv', { path, query: { source } })}
        />
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
        <Group gap="sm" align="flex-end">
          <SearchField label={t.optOuts.search} value={q} onChange={(text) => setFilters({ q: text })} mb={0} />
          <ChoiceFilter
            label={t.optOuts.source}
            name="source"
            // Nothing writes the source api yet.
            choices={Object.entries(t.optOuts.sources).filter(([name]) => name !== 'api')}
            all={t.optOuts.allSources}
          />
        </Group>
        <Listing
          route="GET /v2/optouts"
          path={path}
          query={{ q: digitsIn(q), source }}
          label={t.optOuts.title}
          columns={columns}
          keyOf={({ phone }) => phone}
          empty={t.optOuts.empty}
        />
      </Stack>
      <AddOptOut opening={adding} />
      <RemoveOptOut opening={removing} />
      <ImportNumbers
        route="POST /v2/optouts/import"
        request={{ path }}
        title={t.optOuts.importTitle}
        about={t.optOuts.importAbout}
        example={'phone,created_at\n255712345678,2030-01-31 08:00'}
        refreshes={`${account.path}/optouts`}
        opening={importing}
      />
    </>
  )
}
