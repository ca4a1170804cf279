import { Select } from '@mantine/core'

interface ChoiceProps {
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  readonly width?: number
}

/** A filter of a list that has a few values, or is off. */
export function Choice({ label, choices, value, onChange, width = 190 }: ChoiceProps) {
  return (
    <Select
      label={label}
      placeholder="All"
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      data={choices}
      value={choices.some((one) => one.value === value) ? (value ?? null) : null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      w={{ base: '100%', xs: width }}
    />
  )
}
