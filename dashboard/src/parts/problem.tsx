import { Alert, Button, Group } from '@mantine/core'
import { Refused, type Unreachable } from '../api.ts'
import { Icon } from './icon.tsx'

/** What went wrong, in words, and a way to try again. Nothing when nothing did. */
export function Problem({ error, onRetry }: { readonly error: Refused | Unreachable | Error | null; readonly onRetry?: () => void }) {
  if (error === null) return null
  const title = error instanceof Refused ? (error.status === 403 ? 'You may not do this' : 'That did not work') : 'No connection'
  return (
    <Alert color="red" variant="light" title={title} icon={<Icon name="warning" />} role="alert">
      <Group justify="space-between" gap="sm">
        <span>{error.message}</span>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  )
}
