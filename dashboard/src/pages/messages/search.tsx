import { Button, Grid, Group, Paper, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { Stage } from '../../../../src/contract/account/messages.ts'
import type { Filters } from '../../parts/filters.ts'
import { toIso, toLocal } from '../../parts/local-time.ts'
import { NumberField } from '../../parts/number-field.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { t } from '../../text.ts'

type FilterName = 'number' | 'request' | 'campaign' | 'tag' | 'reference' | 'status' | 'from' | 'to'

export const requestFilters: readonly FilterName[] = ['request', 'campaign', 'tag', 'reference', 'from', 'to']
export const messageFilters: readonly FilterName[] = ['number', 'status', ...requestFilters]

const stages: readonly Stage[] = ['scheduled', 'queued', 'submitted', 'delivered', 'undelivered', 'cancelled']

/** Wide enough for a date and time with AM or PM. */
const span = { base: 12, xs: 6, lg: 3 }

interface SearchProps {
  /** The filters to show. Requests have no number and no status. */
  readonly names: readonly FilterName[]
  readonly filters: Filters
  readonly onChange: (change: Filters) => void
}

/** The filters of messages or requests, kept in the address. */
export function Search({ names, filters, onChange }: SearchProps) {
  const isSet = names.some((name) => filters[name] !== undefined)
  // On a phone all filters would fill the screen, so only the used ones are shown at first.
  const [isExpanded, { toggle }] = useDisclosure(false)
  const more = (name: FilterName) => ({
    span,
    ...(isExpanded || filters[name] !== undefined ? {} : { visibleFrom: 'xs' as const }),
  })
  return (
    <Paper withBorder p="md" component="search">
      <Grid gap="sm" align="flex-end">
        {names.includes('number') && (
          <Grid.Col span={span}>
            <NumberField
              label={t.messages.number}
              width="100%"
              value={filters.number}
              onChange={(number) => onChange({ number })}
            />
          </Grid.Col>
        )}
        {names.includes('status') && (
          <Grid.Col span={span}>
            <Select
              label={t.messages.status}
              placeholder={t.messages.anyStatus}
              clearable
              clearButtonProps={{ 'aria-label': t.messages.clearStatus }}
              data={stages.map((value) => ({ value, label: t.status[value] }))}
              value={filters.status ?? null}
              onChange={(status) => onChange({ status: status ?? undefined })}
            />
          </Grid.Col>
        )}
        <Grid.Col {...more('campaign')}>
          <SearchField
            label={t.messages.campaign}
            example=""
            width="100%"
            mb={0}
            value={filters.campaign}
            onChange={(campaign) => onChange({ campaign })}
          />
        </Grid.Col>
        <Grid.Col {...more('tag')}>
          <SearchField
            label={t.messages.tag}
            example=""
            width="100%"
            mb={0}
            value={filters.tag}
            onChange={(tag) => onChange({ tag })}
          />
        </Grid.Col>
        <Grid.Col {...more('reference')}>
          <SearchField
            label={t.messages.reference}
            example=""
            width="100%"
            mb={0}
            value={filters.reference}
            onChange={(reference) => onChange({ reference })}
          />
        </Grid.Col>
        <Grid.Col {...more('request')}>
          <SearchField
            label={t.messages.requestId}
            example=""
            width="100%"
            mb={0}
            value={filters.request}
            onChange={(request) => onChange({ request })}
          />
        </Grid.Col>
        <Grid.Col {...more('from')}>
          <TimeField label={t.messages.acceptedFrom} value={filters.from} onChange={(from) => onChange({ from })} />
        </Grid.Col>
        <Grid.Col {...more('to')}>
          <TimeField label={t.messages.acceptedUntil} value={filters.to} onChange={(to) => onChange({ to })} />
        </Grid.Col>
      </Grid>
      <Group gap="sm">
        <Button size="xs" mt="sm" variant="default" hiddenFrom="xs" onClick={toggle} aria-expanded={isExpanded}>
          {isExpanded ? t.messages.fewerFilters : t.messages.moreFilters}
        </Button>
        {isSet && (
          <Button
            size="xs"
            mt="sm"
            variant="default"
            onClick={() => onChange(Object.fromEntries(messageFilters.map((name) => [name, undefined])))}
          >
            {t.messages.clearFilters}
          </Button>
        )}
      </Group>
    </Paper>
  )
}

interface TimeFieldProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** Local time in the field, ISO 8601 in the address. An incomplete time stays in the field only. */
function TimeField({ label, value, onChange }: TimeFieldProps) {
  const [local, setLocal] = useState(toLocal(new Date(value ?? '')))
  // The back button and “Clear filters” change the value from outside.
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
