import { PageHead } from '../../parts/page-head.tsx'

export function ReceiptsPage() {
  return <PageHead title="Receipts" />
}
