import { CloseButton, type MantineSpacing, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
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
  const told = useRef(value)
  const tell = useDebouncedCallback((text: string) => {
    told.current = text
    onChange(text)
  }, 300)
  // The back button changes it from outside. What was told from here comes back later, when more may be typed already.
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])
  const change = (text: string) => {
    setTyped(text)
    tell(text.trim())
  }
  return (
    <TextInput
      type="search"
      {...(example === undefined ? { 'aria-label': label, placeholder: label } : { label, placeholder: example })}
      leftSection={<Icon name="search" />}
      rightSection={
        typed === '' ? null : <CloseButton size="sm" aria-label={`Clear: ${label}`} onClick={() => change('')} />
      }
      w={{ base: '100%', xs: width }}
      mb={mb}
      maxLength={200}
      value={typed}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
