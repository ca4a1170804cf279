import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { toGsmText } from '../../../src/values/smart-text.ts'
import { fill, t } from '../text.ts'
import { InsertLink } from './insert-link.tsx'
import { Note } from './text.tsx'
import { TextSize } from './text-size.tsx'

/** The fields that are filled in for each contact, the most used first. */
const placeholders = Object.entries(t.shared.contactFields)

interface MessageTextProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error?: string | null
  readonly required?: boolean
  /** Whether fields of contacts or columns of a file fill the placeholders. */
  readonly hasPlaceholders?: boolean
  /** Whether typographic characters are replaced when the message is sent. */
  readonly isSmart?: boolean
  /** Custom fields of contacts, or columns of a file. */
  readonly customFields?: readonly { readonly key: string; readonly name: string }[]
  /** Only the custom fields, because the recipients are no contacts. */
  readonly hasOnlyCustom?: boolean
  /** Whether links can be inserted, whose clicks are counted. */
  readonly hasLinks?: boolean
}

/** A field for the text of a message, with a segment counter and buttons that insert placeholders. */
export function MessageText({
  label,
  value,
  onChange,
  error = null,
  required = false,
  hasPlaceholders = true,
  isSmart = false,
  customFields = [],
  hasOnlyCustom = false,
  hasLinks = false,
}: MessageTextProps) {
  const fields = [
    ...(hasOnlyCustom ? [] : placeholders),
    ...customFields.map(({ key, name }): [string, string] => [key, name]),
  ]
  const insertLabel = hasLinks ? t.shared.insert : t.shared.insertField
  const area = useRef<HTMLTextAreaElement>(null)
  /** Inserts at the cursor. */
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
      <TextSize text={isSmart ? toGsmText(value) : value} />
      {hasPlaceholders && (
        <Group gap={6} role="group" aria-label={insertLabel}>
          <Note>{insertLabel}</Note>
          {fields.map(([name, title]) => (
            <Button
              key={name}
              size="compact-xs"
              variant="default"
              onClick={() => insert(name)}
              title={fill(t.shared.insertFieldHint, { placeholder: `{${name}}` })}
            >
              {title}
            </Button>
          ))}
          {hasLinks && <InsertLink onInsert={(address) => insert(`link ${address}`)} />}
        </Group>
      )}
    </Stack>
  )
}
