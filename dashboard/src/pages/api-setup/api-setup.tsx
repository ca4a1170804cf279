import { PageHead } from '../../parts/page-head.tsx'

export function ApiSetupPage() {
  return <PageHead title="Api Setup" />
}
