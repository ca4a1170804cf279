import { Alert, Anchor, Text } from '@mantine/core'
import type { EndpointWithSecret } from '../../../../src/contract/console/webhooks.ts'
import { SecretDialog } from '../../parts/dialog.tsx'
import { When } from '../../parts/text.tsx'

/** The secret of an endpoint, which is told once, and what it is for. */
export function WebhookSecret({
  endpoint,
  onClose,
}: {
  readonly endpoint: EndpointWithSecret | null
  readonly onClose: () => void
}) {
  return (
    <SecretDialog
      title="The secret of this endpoint"
      lines={endpoint && [['Secret', endpoint.secret]]}
      onClose={onClose}
    >
      {endpoint?.warning && (
        <Alert color="yellow" variant="light" title="Please check the address">
          Its host name can’t be found at the moment. Calls are tried all the same.
        </Alert>
      )}
      {endpoint?.previousUntil && (
        <Text size="sm">
          Until <When at={endpoint.previousUntil} /> every call is signed with the old secret as well, so that your
          server can change over in its own time.
        </Text>
      )}
      <SignatureHelp />
    </SecretDialog>
  )
}

/** How a server knows that a call is genuine. */
function SignatureHelp() {
  return (
    <Text size="sm">
      With the secret your server checks that a call comes from here. Calls are signed as{' '}
      <Text span inherit fw={600}>
        Standard Webhooks
      </Text>{' '}
      has it, and there are libraries for most languages: the header <code>webhook-signature</code> is an HMAC-SHA256 of{' '}
      <code>webhook-id.webhook-timestamp.body</code>. An example stands in the manual under “Callbacks”
      (docs/api/callbacks.md); the rest of the API is in the{' '}
      <Anchor inherit href="/docs" target="_blank" underline="always">
        API reference
      </Anchor>
      .
    </Text>
  )
}
