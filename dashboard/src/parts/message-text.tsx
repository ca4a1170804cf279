import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { Segments } from './segments.tsx'

/** What is filled in for each contact of a book, in the order in which people want it. */
const placeholders: readonly (readonly [name: string, label: string])[] = [
  ['first_name', 'First name'],
  ['last_name', 'Last name'],
  ['name', 'Whole name'],
  ['title', 'Title'],
  ['city', 'City'],
]

interface MessageTextProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error?: string | null | undefined
  readonly required?: boolean
  /** Whether it can go to an address book: elsewhere nothing is filled in. */
  readonly hasPlaceholders?: boolean
}

/**
 * The text of a message: how many segments it takes as it is typed, and buttons for what differs from person to person.
 */
export function MessageText({
  label,
  value,
  onChange,
  error = null,
  required = false,
  hasPlaceholders = true,
}: MessageTextProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  /** Where the cursor is, and not at the end. */
  function insert(name: string) {
    const { selectionStart = value.length, selectionEnd = value.length } = area.current ?? {}
    onChange(`${value.slice(0, selectionStart)}{${name}}${value.slice(selectionEnd)}`)
    area.current?.focus()
  }
  return (
    <Stack gap={6}>
      <Textarea
        ref={area}
        label={label}
        required={required}
        autosize
        minRows={4}
        maxRows={12}
        value={value}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Segments text={value} />
      {hasPlaceholders && (
        <Group gap={6} role="group" aria-label="Fill in for each contact">
          <Text size="sm" c="dimmed">
            Fill in for each contact:
          </Text>
          {placeholders.map(([name, title]) => (
            <Button
              key={name}
              size="compact-xs"
              variant="default"
              onClick={() => insert(name)}
              title={`Puts {${name}} into the text`}
            >
              {title}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  )
}
