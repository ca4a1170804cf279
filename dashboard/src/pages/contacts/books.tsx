import { PageHead } from '../../parts/page-head.tsx'

export function BooksPage() {
  return <PageHead title="Books" />
}
