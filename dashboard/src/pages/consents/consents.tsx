import { Button, Stack } from '@mantine/core'
import type { Consent } from '../../../../src/contract/account/consent.ts'
import { consoleAddress } from '../../api.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { FileButtons, ImportNumbers } from '../../parts/import-numbers.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { digitsIn } from '../../parts/numbers.ts'
import { useOpening } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Phone } from '../../parts/phone.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { Status, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { AddConsent } from './add-consent.tsx'
import { ConsentRule } from './consent-rule.tsx'

const columns: readonly Column<Consent>[] = [
  { label: t.consents.phone, show: ({ phone }) => <Phone of={phone} />, width: 160 },
  { label: t.consents.status, show: ({ status }) => <Status value={status} />, width: 120 },
  { label: t.consents.at, show: ({ at }) => <When at={at} />, width: 190 },
  { label: t.consents.source, show: ({ source }) => source, width: 180 },
  { label: t.consents.text, show: ({ text }) => text, prose: true },
]

export function ConsentsPage() {
  const account = useThisAccount()
  const mayChange = mayAs(account, 'member')
  const [{ q }, setFilters] = useFilters()
  const adding = useOpening<never>()
  const importing = useOpening<never>()
  const path = { account: account.id }
  return (
    <>
      <PageHead title={t.consents.title} about={t.consents.about}>
        <FileButtons
          onImport={mayChange ? () => importing.open() : null}
          exports={consoleAddress('GET /v2/consents.csv', { path })}
        />
        {mayChange && (
          <Button onClick={() => adding.open()} leftSection={<Icon name="plus" />}>
            {t.consents.add}
          </Button>
        )}
      </PageHead>
      <Stack gap="md">
        <ConsentRule />
        <SearchField label={t.consents.search} value={q} onChange={(text) => setFilters({ q: text })} mb={0} />
        <Listing
          route="GET /v2/consents"
          path={path}
          query={{ q: digitsIn(q) }}
          label={t.consents.title}
          columns={columns}
          keyOf={({ id }) => id}
          empty={t.consents.empty}
        />
      </Stack>
      <AddConsent opening={adding} />
      <ImportNumbers
        route="POST /v2/consents/import"
        request={{ path }}
        title={t.consents.importTitle}
        about={t.consents.importAbout}
        example={'phone,at,source,text\n255712345678,2030-01-31 08:00,web form,I agree to offers by SMS.'}
        refreshes={`${account.path}/consents`}
        opening={importing}
      />
    </>
  )
}
