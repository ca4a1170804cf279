import { PageHead } from '../../parts/page-head.tsx'

export function SendersPage() {
  return <PageHead title="Senders" />
}
