import { PageHead } from '../../parts/page-head.tsx'

export function OptOutsPage() {
  return <PageHead title="Opt Outs" />
}
