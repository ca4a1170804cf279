import { Button, Grid, Group, Paper, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import type { Stage } from '../../../../src/contract/account/messages.ts'
import { SearchField } from '../../parts/filter-fields.tsx'
import type { Filters } from '../../parts/filters.ts'
import { toIso, toLocal } from '../../parts/formats.ts'
import { NumberField } from '../../parts/number-field.tsx'
import { t } from '../../text.ts'

export type FilterName = 'number' | 'request' | 'campaign' | 'tag' | 'reference' | 'status' | 'from' | 'to'

export const requestFilters: readonly FilterName[] = ['request', 'campaign', 'tag', 'reference', 'from', 'to']
export const messageFilters: readonly FilterName[] = ['number', 'status', ...requestFilters]
const textFilters = ['campaign', 'tag', 'reference', 'request'] as const

const stages: readonly Stage[] = ['scheduled', 'queued', 'submitted', 'delivered', 'undelivered', 'cancelled']

/** Wide enough for a date and time with AM or PM. */
const span = { base: 12, xs: 6, lg: 3 }

interface SearchProps {
  /** The filters to show. Requests have no number and no status. */
  readonly names: readonly FilterName[]
  readonly filters: Filters
  readonly onChange: (change: Filters) => void
  /** Instead of the field that knows the numbers of the account. */
  readonly numberField?: ReactNode
}

/** The filters of messages or requests, kept in the address. */
export function Search({ names, filters, onChange, numberField }: SearchProps) {
  const isSet = names.some((name) => filters[name] !== undefined)
  // On a phone all filters would fill the screen, so only the used ones are shown at first.
  const [isExpanded, { toggle }] = useDisclosure(false)
  const more = (name: FilterName) => ({
    span,
    visibleFrom: isExpanded || filters[name] !== undefined ? undefined : ('xs' as const),
  })
  return (
    <Paper withBorder p="md" component="search">
      <Grid gap="sm" align="flex-end">
        {names.includes('number') && (
          <Grid.Col span={span}>
            {numberField ?? (
              <NumberField
                label={t.messages.number}
                width="100%"
                value={filters.number}
                onChange={(number) => onChange({ number })}
              />
            )}
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
        {textFilters
          .filter((name) => names.includes(name))
          .map((name) => (
            <Grid.Col key={name} {...more(name)}>
              <SearchField
                label={t.messages[name === 'request' ? 'requestId' : name]}
                example=""
                width="100%"
                mb={0}
                value={filters[name]}
                onChange={(text) => onChange({ [name]: text })}
              />
            </Grid.Col>
          ))}
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
