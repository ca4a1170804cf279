import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core'
import { hasCode, Refused, Unreachable } from '../api.ts'
import { fill, rich, t } from '../text.ts'
import { Icon } from './icon.tsx'
import { linkOutside } from './text.tsx'

/** An error with a button to try again. */
export function Problem({
  error,
  onRetry,
}: {
  readonly error: Refused | Unreachable | Error | null
  readonly onRetry?: () => void
}) {
  if (error === null) return null
  if (hasCode(error, 'not_authenticated')) return <SignedOut onRetry={onRetry} />
  return (
    <Alert color="red" variant="light" title={titleOf(error)} icon={<Icon name="warning" />} role="alert">
      <Group justify="space-between" gap="sm">
        <span>{error.message}</span>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t.shared.tryAgain}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

function titleOf(error: Error): string {
  if (error instanceof Unreachable) return t.shared.noConnection
  const status = error instanceof Refused ? error.status : null
  if (status === 400 || status === 422) return t.shared.checkInput
  return status === 403 ? t.shared.notAllowed : t.shared.failed
}

/** Signing in happens in another tab, so that the input on this page is kept. */
function SignedOut({ onRetry }: { readonly onRetry: (() => void) | undefined }) {
  return (
    <Alert color="red" variant="light" title={t.shared.signedOut} icon={<Icon name="warning" />} role="alert">
      <Group justify="space-between" gap="sm">
        <span>{rich(t.shared.signInAgain, { link: linkOutside('/sign-in') })}</span>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t.shared.tryAgain}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

/** Placeholders for content that loads. Screen readers get the name of the content. */
export function Waiting({ label, rows = 4 }: { readonly label?: string; readonly rows?: number }) {
  return (
    <Stack
      gap="xs"
      role="status"
      aria-label={label === undefined ? t.shared.loading : fill(t.shared.loadingNamed, { name: label })}
    >
      {Array.from({ length: rows }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all the same
        <Skeleton key={place} height={36} />
      ))}
    </Stack>
  )
}
