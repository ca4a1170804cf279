import { Alert, Button, Group, Text } from '@mantine/core'
import { fill, t } from '../../text.ts'
import { renamePlaceholder, type UnknownPlaceholder } from './request.ts'

interface UnknownPlaceholdersProps {
  readonly of: readonly UnknownPlaceholder[]
  readonly text: string
  readonly onChange: (text: string) => void
}

/** Names the placeholders that no field of the contacts fills, with a button for the field that was probably meant. */
export function UnknownPlaceholders({ of, text, onChange }: UnknownPlaceholdersProps) {
  if (of.length === 0) return null
  return (
    <Alert color="red" variant="light" role="alert" title={t.send.unknownTitle}>
      {of.map(({ name, nearest }) => (
        <Group key={name} gap="xs" mb={4}>
          <Text size="sm">{fill(t.send.unknown, { placeholder: `{${name}}` })}</Text>
          {nearest !== null && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => onChange(renamePlaceholder(text, name, nearest))}
            >
              {fill(t.send.useInstead, { placeholder: `{${nearest}}` })}
            </Button>
          )}
        </Group>
      ))}
      <Text size="sm">{t.send.unknownAdvice}</Text>
    </Alert>
  )
}
