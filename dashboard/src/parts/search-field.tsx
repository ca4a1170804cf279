import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Icon } from './icon.tsx'

/** A field that searches as one types, a moment after one stops. */
export function SearchField({ label, value, onChange }: { readonly label: string; readonly value: string; readonly onChange: (value: string) => void }) {
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
      maw={360}
      mb="md"
      maxLength={200}
      value={typed}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text)
        tell(text)
      }}
    />
  )
}
