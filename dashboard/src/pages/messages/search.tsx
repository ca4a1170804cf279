import { Button, Grid, Group, Paper, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { Stage } from '../../../../src/contract/console/messages.ts'
import type { Filters } from '../../parts/filters.ts'
import { toIso, toLocal } from '../../parts/local-time.ts'
import { SearchField } from '../../parts/search-field.tsx'

type FilterName = 'phone' | 'request' | 'campaign' | 'status' | 'from' | 'to'

export const requestFilters: readonly FilterName[] = ['request', 'campaign', 'from', 'to']
export const messageFilters: readonly FilterName[] = ['phone', 'status', ...requestFilters]

const titles: Readonly<Record<Stage, string>> = {
  scheduled: 'Scheduled for later',
  queued: 'Waiting for its turn',
  submitted: 'With the carrier',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  cancelled: 'Cancelled',
}

const span = { base: 12, xs: 6, lg: 2 }

interface SearchProps {
  /** What is looked for by: requests have no number and no status of their own. */
  readonly names: readonly FilterName[]
  readonly filters: Filters
  readonly onChange: (change: Filters) => void
}

/** What one looks for. It stands in the address as soon as one stops typing. */
export function Search({ names, filters, onChange }: SearchProps) {
  const isSet = names.some((name) => filters[name] !== undefined)
  // On a phone all of it would be the whole screen.
  const [isMore, { toggle }] = useDisclosure(isSet)
  const more = { span, ...(isMore ? {} : { visibleFrom: 'xs' as const }) }
  return (
    <Paper withBorder p="md" component="search">
      <Grid gap="sm" align="flex-end">
        {names.includes('phone') && (
          <Grid.Col span={span}>
            <SearchField
              label="Number"
              example="255712345678"
              width="100%"
              mb={0}
              value={filters.phone}
              onChange={(phone) => onChange({ phone })}
            />
          </Grid.Col>
        )}
        {names.includes('status') && (
          <Grid.Col span={span}>
            <Select
              label="Status"
              placeholder="Any"
              clearable
              clearButtonProps={{ 'aria-label': 'Any status' }}
              data={Object.entries(titles).map(([value, label]) => ({ value, label }))}
              value={filters.status ?? null}
              onChange={(status) => onChange({ status: status ?? undefined })}
            />
          </Grid.Col>
        )}
        <Grid.Col {...more}>
          <SearchField
            label="Campaign"
            example=""
            width="100%"
            mb={0}
            value={filters.campaign}
            onChange={(campaign) => onChange({ campaign })}
          />
        </Grid.Col>
        <Grid.Col {...more}>
          <SearchField
            label="Request id"
            example=""
            width="100%"
            mb={0}
            value={filters.request}
            onChange={(request) => onChange({ request })}
          />
        </Grid.Col>
        <Grid.Col {...more}>
          <Moment label="Accepted from" value={filters.from} onChange={(from) => onChange({ from })} />
        </Grid.Col>
        <Grid.Col {...more}>
          <Moment label="Accepted until" value={filters.to} onChange={(to) => onChange({ to })} />
        </Grid.Col>
      </Grid>
      <Group gap="sm">
        <Button size="xs" mt="sm" variant="default" hiddenFrom="xs" onClick={toggle} aria-expanded={isMore}>
          {isMore ? 'Fewer filters' : 'More filters'}
        </Button>
        {isSet && (
          <Button
            size="xs"
            mt="sm"
            variant="default"
            onClick={() => onChange(Object.fromEntries(messageFilters.map((name) => [name, undefined])))}
          >
            Clear the search
          </Button>
        )}
      </Group>
    </Paper>
  )
}

interface MomentProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/**
 * Where one is in the field, and ISO 8601 in the address, as soon as it is a time: what is typed until then stays in
 * the field alone.
 */
function Moment({ label, value, onChange }: MomentProps) {
  const [local, setLocal] = useState(toLocal(new Date(value ?? '')))
  // The back button changes it from outside, and so does whoever clears the search.
  useEffect(() => setLocal((now) => (toIso(now) === value ? now : toLocal(new Date(value ?? '')))), [value])
  const change = (typed: string) => {
    setLocal(typed)
    onChange(toIso(typed))
  }
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={local}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
