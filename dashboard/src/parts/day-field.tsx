import { TextInput } from '@mantine/core'

interface DayFieldProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

export function DayField({ label, value = '', onChange }: DayFieldProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      w={{ base: '100%', xs: 160 }}
    />
  )
}
