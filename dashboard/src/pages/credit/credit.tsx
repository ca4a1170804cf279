import { PageHead } from '../../parts/page-head.tsx'

export function CreditPage() {
  return <PageHead title="Credit" />
}
