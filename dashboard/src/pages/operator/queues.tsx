import { PageHead } from '../../parts/page-head.tsx'

export function QueuesPage() {
  return <PageHead title="Queues" />
}
