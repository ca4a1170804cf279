import { PageHead } from '../../parts/page-head.tsx'

export function RoutesPage() {
  return <PageHead title="Routes" />
}
