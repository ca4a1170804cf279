import { PageHead } from '../../parts/page-head.tsx'

export function ScheduledPage() {
  return <PageHead title="Scheduled" />
}
