import { Button, Group, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AuditResult } from '../../../../src/contract/console/audit.ts'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { DayField } from '../../parts/day-field.tsx'
import { type Filters, useFilters } from '../../parts/filters.ts'
import { readPeriod } from '../../parts/period.ts'
import { SearchField } from '../../parts/search-field.tsx'
import { actions } from './words.ts'

const names = ['actor', 'action', 'account', 'result', 'address', 'from', 'to'] as const

const results: Readonly<Record<AuditResult, string>> = {
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  unknown: 'Unknown',
}

/** The filters in the address, as the server reads them. */
export function useAuditQuery(): Filters {
  const [{ actor, action, account, result, address, from, to }] = useFilters()
  return { actor, action, account, result, address, ...readPeriod(from, to) }
}

/** Only operators filter by account: others see one. */
export function AuditSearch({ byAccount = false }: { readonly byAccount?: boolean }) {
  const [filters, setFilters] = useFilters()
  const field = (label: string, name: (typeof names)[number], example: string, width: number) => (
    <SearchField
      label={label}
      example={example}
      width={width}
      mb={0}
      value={filters[name]}
      onChange={(value) => setFilters({ [name]: value })}
    />
  )
  const isSet = names.some((name) => filters[name] !== undefined)
  // On a phone all of them would fill the screen.
  const [isMore, { toggle }] = useDisclosure(isSet)
  return (
    <Group gap="sm" align="flex-end" component="search">
      {field('Who', 'actor', 'asha@example.com', 220)}
      <Button size="xs" variant="default" hiddenFrom="xs" onClick={toggle} aria-expanded={isMore}>
        {isMore ? 'Fewer filters' : 'More filters'}
      </Button>
      <Group gap="sm" align="flex-end" {...(isMore ? {} : { visibleFrom: 'xs' as const })}>
        <Select
          label="Action"
          placeholder="All actions"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'All actions' }}
          nothingFoundMessage="No such action"
          w={{ base: '100%', xs: 220 }}
          data={actions}
          value={filters.action ?? null}
          onChange={(action) => setFilters({ action: action ?? undefined })}
        />
        {byAccount && field('Account', 'account', '1', 100)}
        <ChoiceFilter label="Result" name="result" choices={Object.entries(results)} all="All results" width={130} />
        {field('IP address', 'address', '192.0.2.1', 150)}
        <DayField label="From" value={filters.from} onChange={(from) => setFilters({ from })} />
        <DayField label="Until" value={filters.to} onChange={(to) => setFilters({ to })} />
      </Group>
      {isSet && (
        <Button
          variant="default"
          onClick={() => setFilters(Object.fromEntries(names.map((name) => [name, undefined])))}
        >
          Clear filters
        </Button>
      )}
    </Group>
  )
}
