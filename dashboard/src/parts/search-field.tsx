import { CloseButton, type MantineSpacing, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { fill, t } from '../text.ts'
import { Icon } from './icon.tsx'

interface SearchFieldProps {
  readonly label: string
  /** A placeholder for a field with its label above. Without it the label is the placeholder. */
  readonly example?: string
  readonly value: string | undefined
  /** Called after a short pause in typing. */
  readonly onChange: (value: string) => void
  readonly width?: number | string
  /** The margin below; 0 next to other filters. */
  readonly mb?: MantineSpacing
}

/** A field that searches while the user types. */
export function SearchField({ label, example, value = '', onChange, width = 320, mb = 'md' }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  const report = useDebouncedCallback((text: string) => {
    reported.current = text
    onChange(text)
  }, 300)
  // Only the back button changes the value from outside. Our own change arrives late and would undo further typing.
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setTyped(value)
  }, [value])
  const change = (text: string) => {
    setTyped(text)
    report(text.trim())
  }
  return (
    <TextInput
      type="search"
      {...(example === undefined ? { 'aria-label': label, placeholder: label } : { label, placeholder: example })}
      leftSection={<Icon name="search" />}
      rightSection={
        typed === '' ? null : (
          <CloseButton size="sm" aria-label={fill(t.shared.clearNamed, { name: label })} onClick={() => change('')} />
        )
      }
      w={{ base: '100%', xs: width }}
      mb={mb}
      maxLength={200}
      value={typed}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
