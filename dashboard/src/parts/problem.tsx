import { Alert, Anchor, Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { messageOf, Refused, Unreachable } from '../api.ts'
import { rich, t } from '../text.ts'
import { Icon } from './icon.tsx'

/** An error with a button to try again. */
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

/** A wrong password has the same status, so the message decides. */
const isSignedOut = (error: Error) =>
  error instanceof Refused && error.status === 401 && messageOf(error) === 'Sign In First'

/** Signing in happens in another tab, so that the input on this page is kept. */
function SignedOut({ onRetry }: { readonly onRetry: (() => void) | undefined }) {
  return (
    <Alert color="red" variant="light" title={t.shared.signedOut} icon={<Icon name="warning" />} role="alert">
      <Group justify="space-between" gap="sm">
        <span>
          {rich(t.shared.signInAgain, {
            link: (text: ReactNode) => (
              <Anchor inherit href="/sign-in" target="_blank" rel="noreferrer" underline="always">
                {text}
              </Anchor>
            ),
          })}
        </span>
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t.shared.tryAgain}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
