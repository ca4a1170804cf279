import { type MantineSpacing, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

interface SearchFieldProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string) => void
  /** What is below it; nothing when other filters stand beside it. */
  readonly mb?: MantineSpacing
}

/** A field that searches as one types, a moment after one stops. */
export function SearchField({ label, value = '', onChange, mb = 'md' }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const tell = useDebouncedCallback(onChange, 300)
  // The back button changes it from outside.
  useEffect(() => setTyped(value), [value])
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" />}
      w={{ base: '100%', xs: 320 }}
      mb={mb}
      maxLength={200}
      value={typed}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        tell(text)
      }}
    />
  )
}
