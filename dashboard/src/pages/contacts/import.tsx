import { PageHead } from '../../parts/page-head.tsx'

export function ImportPage() {
  return <PageHead title="Import" />
}
