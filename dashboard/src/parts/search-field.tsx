import { CloseButton, type MantineSpacing, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

interface SearchFieldProps {
  readonly label: string
  /** Where its label stands above it, among other fields, an example of what to type; without, the label is in it. */
  readonly example?: string
  readonly value: string | undefined
  /** Called when somebody has stopped typing for a moment. */
  readonly onChange: (value: string) => void
  readonly width?: number | string
  /** What is below it; nothing when other filters stand beside it. */
  readonly mb?: MantineSpacing
}

/** A field that searches as one types. */
export function SearchField({ label, example, value = '', onChange, width = 320, mb = 'md' }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const tell = useDebouncedCallback(onChange, 300)
  // The back button changes it from outside.
  useEffect(() => setTyped((now) => (now.trim() === value ? now : value)), [value])
  const change = (text: string) => {
    setTyped(text)
    tell(text.trim())
  }
  return (
    <TextInput
      type="search"
      {...(example === undefined ? { 'aria-label': label, placeholder: label } : { label, placeholder: example })}
      leftSection={<Icon name="search" />}
      rightSection={typed === '' ? null : <CloseButton size="sm" aria-label={`Clear: ${label}`} onClick={() => change('')} />}
      w={{ base: '100%', xs: width }}
      mb={mb}
      maxLength={200}
      value={typed}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
