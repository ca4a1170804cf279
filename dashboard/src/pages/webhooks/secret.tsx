import { Alert, Text } from '@mantine/core'
import type { EndpointWithSecret } from '../../../../src/contract/account/webhooks.ts'
import { SecretDialog } from '../../parts/dialog.tsx'
import { linkOutside, When } from '../../parts/text.tsx'
import { rich, t } from '../../text.ts'

/** Shows the secret of an endpoint once, and explains it. */
export function WebhookSecret({
  endpoint,
  onClose,
}: {
  readonly endpoint: EndpointWithSecret | null
  readonly onClose: () => void
}) {
  return (
    <SecretDialog
      title={t.webhooks.secret.title}
      lines={endpoint && [[t.webhooks.secret.label, endpoint.secret]]}
      onClose={onClose}
    >
      {endpoint?.warning && (
        <Alert color="yellow" variant="light" title={t.webhooks.secret.checkTitle}>
          {t.webhooks.secret.check}
        </Alert>
      )}
      {endpoint?.previousUntil && (
        <Text size="sm">{rich(t.webhooks.secret.previous, { at: <When at={endpoint.previousUntil} /> })}</Text>
      )}
      <SignatureHelp />
    </SecretDialog>
  )
}

function SignatureHelp() {
  return (
    <Text size="sm">
      {rich(t.webhooks.secret.help, {
        signed: <code>webhook-id.webhook-timestamp.body</code>,
        code: (text) => <code>{text}</code>,
        b: (text) => (
          <Text span inherit fw={600}>
            {text}
          </Text>
        ),
        link: linkOutside('/docs'),
      })}
    </Text>
  )
}
