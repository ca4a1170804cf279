import { PageHead } from '../../parts/page-head.tsx'

export function ApprovalsPage() {
  return <PageHead title="Approvals" />
}
