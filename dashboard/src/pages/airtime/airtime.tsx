import { PageHead } from '../../parts/page-head.tsx'

export function AirtimePage() {
  return <PageHead title="Airtime" />
}
