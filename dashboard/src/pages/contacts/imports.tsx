import { PageHead } from '../../parts/page-head.tsx'

export function ImportsPage() {
  return <PageHead title="Imports" />
}
