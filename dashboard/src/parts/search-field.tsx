import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

interface SearchFieldProps {
  readonly label: string
  readonly placeholder?: string
  readonly value: string | undefined
  /** Called when somebody has stopped typing for a moment. */
  readonly onChange: (text: string) => void
  readonly width?: number | string
}

/** What a list is searched by. */
export function SearchField({ label, placeholder, value = '', onChange, width = 280 }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const tell = useDebouncedCallback(onChange, 300)
  // The address can change under the field, by the back button for one.
  useEffect(() => setText(value), [value])
  const change = (next: string) => {
    setText(next)
    tell(next.trim())
  }
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder}
      leftSection={<Icon name="search" />}
      rightSection={text === '' ? null : <CloseButton size="sm" aria-label={`Clear: ${label}`} onClick={() => change('')} />}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      w={{ base: '100%', xs: width }}
    />
  )
}
