import { PageHead } from '../../parts/page-head.tsx'

export function CarrierPage() {
  return <PageHead title="Carrier" />
}
