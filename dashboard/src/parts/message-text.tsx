import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { fitText } from '../../../src/values/gsm.ts'
import { showCount } from './text.tsx'

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
}

/** The text of a message: how many parts it takes as it is typed, and buttons for what differs from person to person. */
export function MessageText({ label, value, onChange, error = null, required = false }: MessageTextProps) {
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
      <Group gap={6} role="group" aria-label="Fill in for each contact">
        <Text size="sm" c="dimmed">
          Fill in for each contact:
        </Text>
        {placeholders.map(([name, title]) => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => insert(name)} title={`Puts {${name}} into the text`}>
            {title}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}

const hasPlaceholder = (text: string) => /\{[a-z][a-z0-9_]{0,31}\}/i.test(text)

/** How a text goes out, in words that somebody can act on. */
export function Segments({ text }: { readonly text: string }) {
  const { encoding, segments } = fitText(text, 'gsm')
  const parts = text === '' ? 0 : segments
  return (
    <div>
      <Text size="sm" c="dimmed" className="number" role="status" aria-label="Length">
        {showCount(text.length)} {text.length === 1 ? 'character' : 'characters'} · {parts} {parts === 1 ? 'part' : 'parts'}
        {hasPlaceholder(text) && ', more when long names are filled in'}
      </Text>
      {encoding === 'ucs2' && text !== '' && (
        <Text size="sm" c="dimmed">
          It has letters beyond the basic alphabet of phones ({oddLetters(text)}), so a part holds 70 characters and not 160.
        </Text>
      )}
    </div>
  )
}

/** The first few that make the text take more room. */
function oddLetters(text: string): string {
  const odd = [...new Set(text)].filter((letter) => fitText(letter, 'gsm').encoding === 'ucs2')
  return `${odd.slice(0, 3).join(' ')}${odd.length > 3 ? ' …' : ''}`
}
