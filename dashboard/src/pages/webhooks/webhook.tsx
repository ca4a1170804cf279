import { PageHead } from '../../parts/page-head.tsx'

export function WebhookPage() {
  return <PageHead title="Webhook" />
}
