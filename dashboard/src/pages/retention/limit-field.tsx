import { Group, Select, TextInput } from '@mantine/core'
import { fill, t } from '../../text.ts'
import { findProblem, type LimitInput, showDays } from './limits.ts'

interface LimitFieldProps {
  readonly label: string
  readonly value: LimitInput
  readonly onChange: (value: LimitInput) => void
  readonly min: number
  readonly max: number | null
  /** The days of the default; undefined if there is no default to choose. */
  readonly byDefault: number | null | undefined
  /** The text of the default. */
  readonly defaultText?: typeof t.retention.byDefault | typeof t.retention.builtIn
}

/** The default, no limit, or a number of days. */
export function LimitField({
  label,
  value,
  onChange,
  min,
  max,
  byDefault,
  defaultText = t.retention.byDefault,
}: LimitFieldProps) {
  const modes = [
    ...(byDefault === undefined ? [] : [{ value: 'default', label: fill(defaultText, { days: showDays(byDefault) }) }]),
    { value: 'days', label: t.retention.numberOfDays },
    // The maximum is the longest limit then.
    ...(max === null ? [{ value: 'none', label: t.retention.noLimit }] : []),
  ]
  return (
    <Group gap="sm" align="flex-start">
      <Select
        label={label}
        data={modes}
        allowDeselect={false}
        w={200}
        value={value.mode}
        onChange={(mode) => onChange({ ...value, mode: (mode ?? 'default') as LimitInput['mode'] })}
      />
      {value.mode === 'days' && (
        <TextInput
          label={fill(t.retention.daysOf, { name: label })}
          inputMode="numeric"
          w={150}
          value={value.days}
          onChange={({ currentTarget }) => onChange({ ...value, days: currentTarget.value.trim() })}
          error={value.days === '' ? null : findProblem(value, min, max)}
        />
      )}
    </Group>
  )
}
