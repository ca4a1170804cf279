import { Button, Group, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AuditResult } from '../../../../src/contract/console/audit.ts'
import { t } from '../../operator-text.ts'
import { readPeriod } from '../../parts/days.ts'
import { ChoiceFilter, DayField, TextFilter } from '../../parts/filter-fields.tsx'
import { type Filters, useFilters } from '../../parts/filters.ts'

import { actions } from './describe-entry.ts'

const results: readonly AuditResult[] = ['done', 'refused', 'failed', 'unknown']

const names = ['actor', 'action', 'account', 'result', 'address', 'from', 'to'] as const

/** The filters in the address, as query parameters of the API. */
export function useAuditQuery(): Filters {
  const [{ actor, action, account, result, address, from, to }] = useFilters()
  return { actor, action, account, result, address, ...readPeriod(from, to) }
}

/** Only operators filter by account. */
export function AuditSearch({ byAccount = false }: { readonly byAccount?: boolean }) {
  const [filters, setFilters] = useFilters()
  const field = (label: string, name: (typeof names)[number], example: string, width: number) => (
    <TextFilter label={label} example={example} width={width} name={name} />
  )
  const isSet = names.some((name) => filters[name] !== undefined)
  // On a phone all filters would fill the screen.
  const [isMore, { toggle }] = useDisclosure(isSet)
  return (
    <Group gap="sm" align="flex-end" component="search">
      {field(t.audit.user, 'actor', 'asha@example.com', 220)}
      <Button size="xs" variant="default" hiddenFrom="xs" onClick={toggle} aria-expanded={isMore}>
        {isMore ? t.audit.fewerFilters : t.audit.moreFilters}
      </Button>
      <Group gap="sm" align="flex-end" visibleFrom={isMore ? undefined : ('xs' as const)}>
        <Select
          label={t.audit.action}
          placeholder={t.audit.allActions}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t.audit.allActions }}
          nothingFoundMessage={t.audit.noAction}
          w={{ base: '100%', xs: 220 }}
          data={actions}
          value={filters.action ?? null}
          onChange={(action) => setFilters({ action: action ?? undefined })}
        />
        {byAccount && field(t.audit.account, 'account', '1', 100)}
        <ChoiceFilter
          label={t.audit.result}
          name="result"
          choices={results.map((result) => [result, t.audit.results[result]] as const)}
          all={t.audit.allResults}
          width={190}
        />
        {field(t.audit.ipAddress, 'address', '192.0.2.1', 150)}
        <DayField label={t.audit.from} value={filters.from} onChange={(from) => setFilters({ from })} />
        <DayField label={t.audit.until} value={filters.to} onChange={(to) => setFilters({ to })} />
      </Group>
      {isSet && (
        <Button
          variant="default"
          onClick={() => setFilters(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          {t.audit.clearFilters}
        </Button>
      )}
    </Group>
  )
}
