import { PageHead } from '../../parts/page-head.tsx'

export function PricesPage() {
  return <PageHead title="Prices" />
}
