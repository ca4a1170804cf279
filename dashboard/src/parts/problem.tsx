import { Alert, Anchor, Button, Group } from '@mantine/core'
import { Refused, Unreachable } from '../api.ts'
import { Icon } from './icon.tsx'

/** What went wrong, in words, and a way to try again. Nothing when nothing did. */
export function Problem({
  error,
  onRetry,
}: {
  readonly error: Refused | Unreachable | Error | null
  readonly onRetry?: () => void
}) {
  if (error === null) return null
  if (isSignedOut(error)) return <SignedOut onRetry={onRetry} />
  return (
    <Alert color="red" variant="light" title={titleOf(error)} icon={<Icon name="warning" />} role="alert">
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

function titleOf(error: Error): string {
  if (error instanceof Unreachable) return 'No connection'
  return error instanceof Refused && error.status === 403 ? 'You may not do this' : 'That did not work'
}

/** A wrong password is refused with the same number, and is another matter. */
const isSignedOut = (error: Error) =>
  error instanceof Refused && error.status === 401 && error.message.startsWith('Sign In First')

/** In another tab, so that what was typed here is still there afterwards. */
function SignedOut({ onRetry }: { readonly onRetry: (() => void) | undefined }) {
  return (
    <Alert color="red" variant="light" title="You are signed out" icon={<Icon name="warning" />} role="alert">
      <Group justify="space-between" gap="sm">
        <span>
          Your session has ended.{' '}
          <Anchor inherit href="/sign-in" target="_blank" rel="noreferrer" underline="always">
            Sign in in another tab
          </Anchor>{' '}
          and try again here: nothing you typed is lost.
        </span>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  )
}
