import { PageHead } from '../../parts/page-head.tsx'

export function PhonesPage() {
  return <PageHead title="Phones" />
}
