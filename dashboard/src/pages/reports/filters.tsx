import { Button, Group, Pill, Select } from '@mantine/core'
import type { SystemReportGroup } from '../../../../src/values/reports.ts'
import { AccountSelect } from '../../parts/account-select.tsx'
import { dayFromToday } from '../../parts/days.ts'
import { DayField } from '../../parts/filter-fields.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { Note } from '../../parts/text.tsx'
import { fill, t } from '../../text.ts'
import { type FilterName, hourlyDaysMax, nameOf, type ReportChoice } from './report-choice.ts'

/** Ranges that end today, in days. */
const ranges = [1, 7, 30, 90] as const

interface ReportFiltersProps {
  readonly choice: ReportChoice
  readonly groups: readonly SystemReportGroup[]
  readonly download: string
  readonly hasAccounts?: boolean
}

/** The group, the days and the filters of a report, which are kept in the address. */
export function ReportFilters({ choice, groups, download, hasAccounts = false }: ReportFiltersProps) {
  const [filters, setFilters] = useFilters()
  const { by, from, to } = choice
  const chosen = Object.entries(choice.filters) as [FilterName, string][]
  return (
    <>
      <Group gap="sm" align="flex-end">
        <Select
          label={t.reports.groupBy}
          w={{ base: '100%', xs: 190 }}
          allowDeselect={false}
          data={groups.map((group) => ({ value: group, label: t.reports.groups[group] }))}
          value={by}
          // Many hours would be unreadable.
          onChange={(value) => setFilters({ by: value ?? 'day', from: value === 'hour' ? to : undefined })}
        />
        {hasAccounts && (
          <AccountSelect
            label={t.reports.account}
            placeholder={t.reports.allAccounts}
            w={{ base: '100%', xs: 220 }}
            value={filters.account ?? null}
            onChange={(value) => setFilters({ account: value ?? '' })}
          />
        )}
        <DayField label={t.reports.from} value={from} onChange={(value) => setFilters({ from: value })} />
        <DayField label={t.reports.to} value={to} onChange={(value) => setFilters({ to: value })} />
        <Group gap={4} role="group" aria-label={t.reports.ranges}>
          {ranges
            .filter((days) => by !== 'hour' || days <= hourlyDaysMax)
            .map((days) => {
              const first = dayFromToday(1 - days)
              const isChosen = from === first && to === dayFromToday(0)
              return (
                <Button
                  key={days}
                  size="xs"
                  h={36}
                  variant={isChosen ? 'light' : 'default'}
                  aria-pressed={isChosen}
                  onClick={() => setFilters({ from: first, to: '' })}
                >
                  {days === 1 ? t.reports.today : fill(t.reports.lastDays, { days })}
                </Button>
              )
            })}
        </Group>
        <Button component="a" variant="default" href={download} download leftSection={<Icon name="download" />}>
          {t.reports.download}
        </Button>
      </Group>
      {chosen.length > 0 && (
        <Group gap="xs">
          <Note>{t.reports.only}</Note>
          {chosen.map(([name, value]) => (
            <Pill
              key={name}
              withRemoveButton
              removeButtonProps={{
                'aria-label': fill(t.shared.clearNamed, { name: t.reports.groups[name] }),
                'aria-hidden': false,
                tabIndex: 0,
              }}
              onRemove={() => setFilters({ [name]: '' })}
            >
              {t.reports.groups[name]}: {nameOf(name, { key: value, label: value })}
            </Pill>
          ))}
        </Group>
      )}
    </>
  )
}
