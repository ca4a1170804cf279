import { PageHead } from '../../parts/page-head.tsx'

export function InboxPage() {
  return <PageHead title="Inbox" />
}
